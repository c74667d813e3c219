import { defineResource, referenceOperations } from '../definitions/resource-definition';
import {
  createMotionUpdateSchema,
  motionDefinitionMembers,
} from '../definitions/shared-definition-members';
import type { MotionSensor } from '../definitions/shared-definition-members';

/** Motion that a camera sees. Hue CLIP API reference. */
export type CameraMotion = MotionSensor;

export const cameraMotionDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createMotionUpdateSchema('camera_motion'),
  ...motionDefinitionMembers,
});
