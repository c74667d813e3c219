import { defineResource, hueReferenceReadOperations } from '../definitions/resource-definition';
import { getNoPlainValue } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The bridge's own radio connection. The service document, section 2.1, only lists the type. */
export type ZigbeeBridgeConnectivity = ResourceAsRead<{ owner: ResourceIdentifier }>;

export const zigbeeBridgeConnectivityDefinition = defineResource({
  rtype: 'zigbee_bridge_connectivity',
  documentedIn: 'reference',
  section: '2.1',
  pathParameter: 'zigbeeBridgeConnectivityId',
  operations: hueReferenceReadOperations,
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
  sample: {},
});
