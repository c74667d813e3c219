import * as v from 'valibot';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { createResourceReadSchema, createResourceWriteSchema } from '../schemas/schema-builders';
import { getStatusMember } from '../definitions/shared-definition-members';

/** Pairing over HomeKit. Hue CLIP API reference. */
export const homekitDefinition = defineResource({
  rtype: 'homekit',
  origin: 'reference',
  section: 'homekit',
  pathParameter: 'homekitId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({ status: v.string(), status_values: v.array(v.string()) }),
  update: createResourceWriteSchema('homekit', { action: v.optional(v.literal('homekit_reset')) }),
  nonIdempotentMembers: ['action'],
  lane: 'other',
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: { status: 'unpaired', status_values: ['paired', 'unpaired'] },
});
