import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import {
  motionReadSchema,
  createMotionUpdateSchema,
  motionReportDefinition,
} from '../definitions/shared-definition-members';

/** Motion in an area, for security. Service document, section 2.6. */
export const securityAreaMotionDefinition = defineResource({
  rtype: 'security_area_motion',
  origin: 'service',
  section: '2.6',
  pathParameter: 'securityAreaMotionId',
  operations: serviceDocumentReadUpdateOperations,
  read: motionReadSchema,
  update: createMotionUpdateSchema('security_area_motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
});
