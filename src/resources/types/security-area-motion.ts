import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import {
  motionReadSchema,
  motionUpdateSchema,
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
  update: motionUpdateSchema('security_area_motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
});
