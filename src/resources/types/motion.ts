import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import {
  createMotionReadSchema,
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
  read: createMotionReadSchema,
  update: createMotionUpdateSchema('motion'),
  nonIdempotentMembers: [],
  lane: 'other',
  ...motionReportDefinition,
});
