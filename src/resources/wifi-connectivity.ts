import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { statusValue, typeOnlyUpdate } from './shared-members';

/** The bridge\'s own WiFi. Service document, section 2.7; `has_ssid`: Hue CLIP API reference. */
export const wifiConnectivity = defineResource({
  rtype: 'wifi_connectivity',
  origin: 'service',
  section: '2.7',
  pathParameter: 'wifiConnectivityId',
  operations: serviceChange,
  read: readShape({
    owner: readReference,
    status: v.string(),
    mac_address: v.string(),
    signal_strength: readPart({ status: v.string(), value: v.number() }),
    has_ssid: v.boolean(),
  }),
  update: typeOnlyUpdate('wifi_connectivity'),
  momentary: [],
  lane: 'other',
  value: statusValue,
});
