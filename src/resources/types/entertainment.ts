import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** A lamp or bridge that takes part in entertainment. Service document, section 2.8. */
export type Entertainment = ResourceAsRead<{
  owner: ResourceIdentifier;
  renderer: boolean;
  renderer_reference: ResourceIdentifier;
  proxy: boolean;
  equalizer: boolean;
  max_streams: number;
  segments: {
    configurable: boolean;
    max_segments: number;
    segments: { start: number; length: number }[];
  };
}>;

export const entertainmentDefinition = defineResource({
  section: '2.8',
  operations: serviceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('entertainment'),
});
