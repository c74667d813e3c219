import * as v from 'valibot';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import { createTypeOnlyUpdateSchema } from '../definitions/shared-definition-members';

/** The bridge itself. Hue CLIP API reference. */
export const bridgeDefinition = defineResource({
  rtype: 'bridge',
  origin: 'reference',
  section: 'bridge',
  pathParameter: 'bridgeId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    bridge_id: v.string(),
    time_zone: createObjectReadSchema({ time_zone: v.string() }),
  }),
  update: createTypeOnlyUpdateSchema('bridge'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the bridge id',
  value: (resource) => getNestedMember(resource, 'bridge_id'),
  sample: {
    bridge_id: '02aabbfffe010203',
    time_zone: { time_zone: 'Europe/Amsterdam' },
  },
});
