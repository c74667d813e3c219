import { defineResource, serviceOperations } from '../definitions/resource-definition';
import {
  createMotionUpdateSchema,
  motionDefinitionMembers,
} from '../definitions/shared-definition-members';
import type { MotionSensor } from '../definitions/shared-definition-members';

/** Motion in an area, for security. Service document, section 2.6. */
export type SecurityAreaMotion = MotionSensor;

export const securityAreaMotionDefinition = defineResource({
  section: '2.6',
  operations: serviceOperations.readUpdate,
  update: createMotionUpdateSchema('security_area_motion'),
  ...motionDefinitionMembers,
});
