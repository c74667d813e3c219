import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import {
  motionReadSchema,
  motionUpdateSchema,
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
  update: motionUpdateSchema('motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
});
