import { defineResource, referenceChange } from './definition';
import { motionRead, motionUpdate, motionValue } from './shared-members';

/** Motion that a camera sees. Hue CLIP API reference. */
export const cameraMotion = defineResource({
  rtype: 'camera_motion',
  origin: 'reference',
  section: 'camera_motion',
  pathParameter: 'cameraMotionId',
  operations: referenceChange,
  read: motionRead,
  update: motionUpdate('camera_motion'),
  momentary: [],
  lane: 'other',
  value: motionValue,
});
