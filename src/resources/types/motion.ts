import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import {
  motionReadSchema,
  createMotionUpdateSchema,
  motionReportDefinition,
} from '../definitions/shared-definition-members';

/** A motion sensor. Service document, section 2.6. */
export const motionDefinition = defineResource({
  rtype: 'motion',
  origin: 'service',
  section: '2.6',
  pathParameter: 'motionId',
  operations: serviceDocumentReadUpdateOperations,
  read: motionReadSchema,
  update: createMotionUpdateSchema('motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
});
