import * as v from 'valibot';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createResourceWriteSchema } from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';

/** Pairing over Matter. Hue CLIP API reference. */
export type Matter = ResourceAsRead<{
  max_fabrics: number;
  has_qr_code: boolean;
  software_version_string: string;
}>;

export const matterDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createResourceWriteSchema('matter', { action: v.optional(v.literal('matter_reset')) }),
  nonIdempotentMembers: ['action'],
  valueDescription: 'the version of its software',
  value: (resource) => getNestedMember(resource, 'software_version_string'),
  sample: { max_fabrics: 16, has_qr_code: true, software_version_string: '1.0.0' },
});
