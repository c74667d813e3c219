import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The bridge itself. Hue CLIP API reference. */
export type Bridge = ResourceAsRead<{
  owner: ResourceIdentifier;
  bridge_id: string;
  time_zone: { time_zone: string };
}>;

export const bridgeDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('bridge'),
  valueDescription: 'the bridge id',
  value: (resource) => getNestedMember(resource, 'bridge_id'),
  sample: {
    bridge_id: '02aabbfffe010203',
    time_zone: { time_zone: 'Europe/Amsterdam' },
  },
});
