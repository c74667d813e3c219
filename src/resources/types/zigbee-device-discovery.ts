import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import {
  createOpenEnumSchema,
  createBoundedTextSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';
import { getStatusMember } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The search for new devices. Service document, section 2.7; codes and channels: Hue CLIP API reference. */
export type ZigbeeDeviceDiscovery = ResourceAsRead<{
  owner: ResourceIdentifier;
  status: string;
  action: { action_type_values: string[] };
  add_install_codes: object;
}>;

export const zigbeeDeviceDiscoveryDefinition = defineResource({
  section: '2.7',
  operations: serviceOperations.readUpdate,
  update: createResourceWriteSchema('zigbee_device_discovery', {
    action: v.optional(
      createObjectWriteSchema({
        action_type: createOpenEnumSchema(['search', 'search_allow_default_link_key']),
        search_codes: v.optional(v.pipe(v.array(createBoundedTextSchema(1, 64)), v.maxLength(10))),
        search_channels: v.optional(v.picklist(['all', 'primary'])),
      }),
    ),
    add_install_codes: v.optional(
      createObjectWriteSchema({
        install_codes: v.pipe(
          v.array(
            createObjectWriteSchema({
              mac_address: createBoundedTextSchema(1, 64),
              ic: v.pipe(v.string(), v.regex(/^[0-9A-F]{36}$/)),
            }),
          ),
          v.minLength(1),
          v.maxLength(50),
        ),
      }),
    ),
  }),
  nonIdempotentMembers: ['action', 'add_install_codes'],
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: {
    status: 'ready',
    action: { action_type_values: ['search', 'search_allow_default_link_key'] },
    add_install_codes: {},
  },
});
