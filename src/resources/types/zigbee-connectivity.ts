import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import {
  createOpenEnumSchema,
  createObjectReadSchema,
  createResourceReadSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';
import { getStatusMember } from '../definitions/shared-definition-members';

/** A device's radio connection. Service document, section 2.7; further channels: Hue CLIP API reference. */
export const zigbeeConnectivityDefinition = defineResource({
  rtype: 'zigbee_connectivity',
  origin: 'service',
  section: '2.7',
  pathParameter: 'zigbeeConnectivityId',
  operations: serviceDocumentReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    status: v.string(),
    mac_address: v.string(),
    channel: createObjectReadSchema({ status: v.string(), value: v.string() }),
    extended_pan_id: v.string(),
  }),
  update: createResourceWriteSchema('zigbee_connectivity', {
    channel: v.optional(
      createObjectWriteSchema({
        value: createOpenEnumSchema(['channel_11', 'channel_15', 'channel_20', 'channel_25']),
      }),
    ),
  }),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: { status: 'connected', mac_address: '02:00:5e:10:00:00:00:01' },
});
