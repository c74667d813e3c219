import { defineResource, hueReferenceReadUpdateOperations } from './resource-definition';
import {
  motionReadSchema,
  motionUpdateSchema,
  motionReportDefinition,
} from './schemas/shared-definition-members';

/** Motion that a camera sees. Hue CLIP API reference. */
export const cameraMotionDefinition = defineResource({
  rtype: 'camera_motion',
  origin: 'reference',
  section: 'camera_motion',
  pathParameter: 'cameraMotionId',
  operations: hueReferenceReadUpdateOperations,
  read: motionReadSchema,
  update: motionUpdateSchema('camera_motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
});
