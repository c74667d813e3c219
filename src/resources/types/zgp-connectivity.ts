import * as v from 'valibot';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createResourceReadSchema } from '../schemas/schema-builders';
import {
  getStatusMember,
  createTypeOnlyUpdateSchema,
} from '../definitions/shared-definition-members';

/** The connection of a device without battery. Hue CLIP API reference. */
export const zgpConnectivityDefinition = defineResource({
  rtype: 'zgp_connectivity',
  origin: 'reference',
  section: 'zgp_connectivity',
  pathParameter: 'zgpConnectivityId',
  operations: hueReferenceReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    status: v.string(),
    source_id: v.string(),
    channel_confirmed: v.boolean(),
  }),
  update: createTypeOnlyUpdateSchema('zgp_connectivity'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: { status: 'connected', source_id: '0171f2c4', channel_confirmed: true },
});
