import { defineResource, referenceOperations } from '../definitions/resource-definition';
import {
  createMotionUpdateSchema,
  motionDefinitionMembers,
} from '../definitions/shared-definition-members';
import type { MotionSensor } from '../definitions/shared-definition-members';

/** Motion in an area, for comfort. Hue CLIP API reference. */
export type ConvenienceAreaMotion = MotionSensor;

export const convenienceAreaMotionDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createMotionUpdateSchema('convenience_area_motion'),
  ...motionDefinitionMembers,
});
