import { defineResource, referenceOperations } from '../definitions/resource-definition';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The bridge's own radio connection. The service document, section 2.1, only lists the type. */
export type ZigbeeBridgeConnectivity = ResourceAsRead<{ owner: ResourceIdentifier }>;

export const zigbeeBridgeConnectivityDefinition = defineResource({
  operations: referenceOperations.read,
  sample: {},
});
