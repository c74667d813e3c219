import { defineResource, serviceOperations } from '../definitions/resource-definition';
import {
  createMotionUpdateSchema,
  motionDefinitionMembers,
} from '../definitions/shared-definition-members';
import type { MotionSensor } from '../definitions/shared-definition-members';

/** A motion sensor. Service document, section 2.6. */
export type Motion = MotionSensor;

export const motionDefinition = defineResource({
  section: '2.6',
  operations: serviceOperations.readUpdate,
  update: createMotionUpdateSchema('motion'),
  ...motionDefinitionMembers,
});
