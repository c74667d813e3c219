import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { readReference } from './reference';
import { openEnum, readPart, readShape, writePart, writeShape } from './schema';
import { statusValue } from './shared-members';

/** A device's radio connection. Service document, section 2.7; further channels: Hue CLIP API reference. */
export const zigbeeConnectivity = defineResource({
  rtype: 'zigbee_connectivity',
  origin: 'service',
  section: '2.7',
  pathParameter: 'zigbeeConnectivityId',
  operations: serviceChange,
  read: readShape({
    owner: readReference,
    status: v.string(),
    mac_address: v.string(),
    channel: readPart({ status: v.string(), value: v.string() }),
    extended_pan_id: v.string(),
  }),
  update: writeShape('zigbee_connectivity', {
    channel: v.optional(
      writePart({ value: openEnum(['channel_11', 'channel_15', 'channel_20', 'channel_25']) }),
    ),
  }),
  momentary: [],
  lane: 'other',
  value: statusValue,
});
