import * as v from 'valibot';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { createResourceWriteSchema } from '../schemas/schema-builders';
import { getStatusMember } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';

/** Pairing over HomeKit. Hue CLIP API reference. */
export type Homekit = ResourceAsRead<{ status: string; status_values: string[] }>;

export const homekitDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createResourceWriteSchema('homekit', { action: v.optional(v.literal('homekit_reset')) }),
  nonIdempotentMembers: ['action'],
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: { status: 'unpaired', status_values: ['paired', 'unpaired'] },
});
