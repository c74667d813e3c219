import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import type { ResourceAsRead } from '../definitions/resource-definition';

/** The list of types that the bridge serves. Hue CLIP API reference. */
export type Clip = ResourceAsRead<{ resources: { rtype: string }[] }>;

export const clipDefinition = defineResource({
  operations: referenceOperations.read,
  valueDescription: 'the types that the bridge serves',
  value: (resource) => getNestedMember(resource, 'resources'),
});
