import { defineResource, referenceChange } from './definition';
import { motionRead, motionUpdate, motionValue } from './shared-members';

/** Motion in an area, for comfort. Hue CLIP API reference. */
export const convenienceAreaMotion = defineResource({
  rtype: 'convenience_area_motion',
  origin: 'reference',
  section: 'convenience_area_motion',
  pathParameter: 'convenienceAreaMotionId',
  operations: referenceChange,
  read: motionRead,
  update: motionUpdate('convenience_area_motion'),
  momentary: [],
  lane: 'other',
  value: motionValue,
});
