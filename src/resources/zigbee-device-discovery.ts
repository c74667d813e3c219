import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { readReference } from './reference';
import { openEnum, readPart, readShape, textOf, writePart, writeShape } from './schema';
import { statusValue } from './shared-members';

/** The search for new devices. Service document, section 2.7; codes and channels: Hue CLIP API reference. */
export const zigbeeDeviceDiscovery = defineResource({
  rtype: 'zigbee_device_discovery',
  origin: 'service',
  section: '2.7',
  pathParameter: 'zigbeeDeviceDiscoveryId',
  operations: serviceChange,
  read: readShape({
    owner: readReference,
    status: v.string(),
    action: readPart({ action_type_values: v.array(v.string()) }),
    add_install_codes: readPart({}),
  }),
  update: writeShape('zigbee_device_discovery', {
    action: v.optional(
      writePart({
        action_type: openEnum(['search', 'search_allow_default_link_key']),
        search_codes: v.optional(v.pipe(v.array(textOf(1, 64)), v.maxLength(10))),
        search_channels: v.optional(v.picklist(['all', 'primary'])),
      }),
    ),
    add_install_codes: v.optional(
      writePart({
        install_codes: v.pipe(
          v.array(
            writePart({
              mac_address: textOf(1, 64),
              ic: v.pipe(v.string(), v.regex(/^[0-9A-F]{36}$/)),
            }),
          ),
          v.minLength(1),
          v.maxLength(50),
        ),
      }),
    ),
  }),
  momentary: ['action', 'add_install_codes'],
  lane: 'other',
  value: statusValue,
});
