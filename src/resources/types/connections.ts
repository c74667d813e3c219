import * as v from 'valibot';
import {
  referenceOperations,
  serviceOperations,
  serviceShape,
  shape,
  statusValue,
} from '../resource';
import type { ResourceRow } from '../resource';
import { sampleTimestamp } from '../sensor-report';
import type { ResourceIdentifier } from '../schemas';
import { boundedText, openEnum } from '../schemas';
import { getNestedMember } from '../members';

export const connectionRows = {
  /** The bridge's own radio connection. The service document, section 2.1, only lists the type. */
  zigbee_bridge_connectivity: {
    operations: referenceOperations.read,
    read: shape<{ owner: ResourceIdentifier }>(),
    sample: {},
  },

  /** Further channels: Hue CLIP API reference. */
  zigbee_connectivity: {
    section: '2.7',
    operations: serviceOperations.readUpdate,
    read: serviceShape<{
      status: string;
      mac_address: string;
      channel: { status: string; value: string };
      extended_pan_id: string;
    }>(),
    update: {
      channel: v.optional(
        v.strictObject({
          value: openEnum(['channel_11', 'channel_15', 'channel_20', 'channel_25']),
        }),
      ),
    },
    ...statusValue,
    sample: { status: 'connected', mac_address: '02:00:5e:10:00:00:00:01' },
  },

  /** Of a device without battery. */
  zgp_connectivity: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{ status: string; source_id: string; channel_confirmed: boolean }>(),
    update: {},
    ...statusValue,
    sample: { status: 'connected', source_id: '0171f2c4', channel_confirmed: true },
  },

  /** The bridge's own WiFi. `has_ssid`: Hue CLIP API reference. */
  wifi_connectivity: {
    section: '2.7',
    operations: serviceOperations.readUpdate,
    read: serviceShape<{
      status: string;
      mac_address: string;
      signal_strength: { status: string; value: number };
      has_ssid: boolean;
    }>(),
    update: {},
    ...statusValue,
    sample: {
      status: 'connected',
      mac_address: '02:00:5e:10:00:01',
      signal_strength: { status: 'good', value: -52 },
      has_ssid: true,
    },
  },

  /** Codes and channels: Hue CLIP API reference. */
  zigbee_device_discovery: {
    section: '2.7',
    operations: serviceOperations.readUpdate,
    read: serviceShape<{
      status: string;
      action: { action_type_values: string[] };
      add_install_codes: object;
    }>(),
    update: {
      action: v.optional(
        v.strictObject({
          action_type: openEnum(['search', 'search_allow_default_link_key']),
          search_codes: v.optional(v.pipe(v.array(boundedText(1, 64)), v.maxLength(10))),
          search_channels: v.optional(v.picklist(['all', 'primary'])),
        }),
      ),
      add_install_codes: v.optional(
        v.strictObject({
          install_codes: v.pipe(
            v.array(
              v.strictObject({
                mac_address: boundedText(1, 64),
                ic: v.pipe(v.string(), v.regex(/^[0-9A-F]{36}$/)),
              }),
            ),
            v.minLength(1),
            v.maxLength(50),
          ),
        }),
      ),
    },
    nonIdempotentMembers: ['action', 'add_install_codes'],
    ...statusValue,
    sample: {
      status: 'ready',
      action: { action_type_values: ['search', 'search_allow_default_link_key'] },
      add_install_codes: {},
    },
  },

  /** `install`: service document, section 3. */
  device_software_update: {
    section: '2.7',
    operations: serviceOperations.readUpdate,
    read: serviceShape<{ state: string; problems: string[]; install: { install_state: string } }>(),
    update: { install: v.optional(v.strictObject({ install_state: openEnum(['install']) })) },
    nonIdempotentMembers: ['install'],
    valueDescription: 'the state of the update, such as `no_update`',
    value: (resource) => getNestedMember(resource, 'state'),
    sample: { state: 'no_update', problems: [] },
  },

  homekit: {
    operations: referenceOperations.readUpdate,
    read: shape<{ status: string; status_values: string[] }>(),
    update: { action: v.optional(v.literal('homekit_reset')) },
    nonIdempotentMembers: ['action'],
    ...statusValue,
    sample: { status: 'unpaired', status_values: ['paired', 'unpaired'] },
  },

  matter: {
    operations: referenceOperations.readUpdate,
    read: shape<{ max_fabrics: number; has_qr_code: boolean; software_version_string: string }>(),
    update: { action: v.optional(v.literal('matter_reset')) },
    nonIdempotentMembers: ['action'],
    valueDescription: 'the version of its software',
    value: (resource) => getNestedMember(resource, 'software_version_string'),
    sample: { max_fabrics: 16, has_qr_code: true, software_version_string: '1.0.0' },
  },

  /** A controller that is paired over Matter. Delete: Hue CLIP API reference. */
  matter_fabric: {
    section: '2.7',
    operations: { ...serviceOperations.readUpdate, delete: 'reference' },
    read: serviceShape<{
      status: string;
      fabric_data: { label: string; vendor_id: number };
      creation_time: string;
    }>(),
    update: {},
    ...statusValue,
    sample: {
      status: 'paired',
      fabric_data: { label: 'Kitchen display', vendor_id: 65_521 },
      creation_time: sampleTimestamp,
    },
  },
} satisfies Readonly<Record<string, ResourceRow>>;
