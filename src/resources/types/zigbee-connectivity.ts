import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import {
  createOpenEnumSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';
import { getStatusMember } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** A device's radio connection. Service document, section 2.7; further channels: Hue CLIP API reference. */
export type ZigbeeConnectivity = ResourceAsRead<{
  owner: ResourceIdentifier;
  status: string;
  mac_address: string;
  channel: { status: string; value: string };
  extended_pan_id: string;
}>;

export const zigbeeConnectivityDefinition = defineResource({
  section: '2.7',
  operations: serviceOperations.readUpdate,
  update: createResourceWriteSchema('zigbee_connectivity', {
    channel: v.optional(
      createObjectWriteSchema({
        value: createOpenEnumSchema(['channel_11', 'channel_15', 'channel_20', 'channel_25']),
      }),
    ),
  }),
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: { status: 'connected', mac_address: '02:00:5e:10:00:00:00:01' },
});
