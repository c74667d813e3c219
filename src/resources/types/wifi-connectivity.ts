import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
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
  rtype: 'wifi_connectivity',
  documentedIn: 'service',
  section: '2.7',
  pathParameter: 'wifiConnectivityId',
  operations: serviceDocumentReadUpdateOperations,
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
