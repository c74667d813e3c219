import { defineResource, serviceDocumentReadUpdateOperations } from './resource-definition';
import {
  motionReadSchema,
  motionUpdateSchema,
  motionReportDefinition,
} from './schemas/shared-definition-members';

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
