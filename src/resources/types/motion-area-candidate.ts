import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import {
  getNoPlainValue,
  createTypeOnlyUpdateSchema,
} from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/**
 * A lamp that could detect motion. Service document, section 2.6; `capabilities`: Hue CLIP API
 * reference.
 */
export type MotionAreaCandidate = ResourceAsRead<{
  owner: ResourceIdentifier;
  motion_sensors: ResourceIdentifier[];
  capabilities: string[];
}>;

export const motionAreaCandidateDefinition = defineResource({
  rtype: 'motion_area_candidate',
  documentedIn: 'service',
  section: '2.6',
  pathParameter: 'motionAreaCandidateId',
  operations: serviceDocumentReadUpdateOperations,
  update: createTypeOnlyUpdateSchema('motion_area_candidate'),
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
});
