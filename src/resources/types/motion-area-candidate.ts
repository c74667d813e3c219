import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';
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
  section: '2.6',
  operations: serviceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('motion_area_candidate'),
});
