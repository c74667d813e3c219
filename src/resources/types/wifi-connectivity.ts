import { defineResource, serviceOperations } from '../definitions/resource-definition';
import {
  getStatusMember,
  createTypeOnlyUpdateSchema,
} from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The bridge's own WiFi. Service document, section 2.7; `has_ssid`: Hue CLIP API reference. */
export type WifiConnectivity = ResourceAsRead<{
  owner: ResourceIdentifier;
  status: string;
  mac_address: string;
  signal_strength: { status: string; value: number };
  has_ssid: boolean;
}>;

export const wifiConnectivityDefinition = defineResource({
  section: '2.7',
  operations: serviceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('wifi_connectivity'),
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: {
    status: 'connected',
    mac_address: '02:00:5e:10:00:01',
    signal_strength: { status: 'good', value: -52 },
    has_ssid: true,
  },
});
