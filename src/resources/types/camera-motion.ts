import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import {
  motionReadSchema,
  createMotionUpdateSchema,
  motionReportDefinition,
} from '../definitions/shared-definition-members';

/** Motion that a camera sees. Hue CLIP API reference. */
export const cameraMotionDefinition = defineResource({
  rtype: 'camera_motion',
  origin: 'reference',
  section: 'camera_motion',
  pathParameter: 'cameraMotionId',
  operations: hueReferenceReadUpdateOperations,
  read: motionReadSchema,
  update: createMotionUpdateSchema('camera_motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
});
