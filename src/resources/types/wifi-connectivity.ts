import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import {
  getStatusMember,
  createTypeOnlyUpdateSchema,
} from '../definitions/shared-definition-members';

/** The bridge's own WiFi. Service document, section 2.7; `has_ssid`: Hue CLIP API reference. */
export const wifiConnectivityDefinition = defineResource({
  rtype: 'wifi_connectivity',
  origin: 'service',
  section: '2.7',
  pathParameter: 'wifiConnectivityId',
  operations: serviceDocumentReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    status: v.string(),
    mac_address: v.string(),
    signal_strength: createObjectReadSchema({ status: v.string(), value: v.number() }),
    has_ssid: v.boolean(),
  }),
  update: createTypeOnlyUpdateSchema('wifi_connectivity'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: {
    status: 'connected',
    mac_address: '02:00:5e:10:00:01',
    signal_strength: { status: 'good', value: -52 },
    has_ssid: true,
  },
});
