import { defineResource, referenceOperations } from '../definitions/resource-definition';
import type { ResourceAsRead } from '../definitions/resource-definition';

/**
 * A place whose arrivals and departures are tracked. The service document, section 2.1, only lists
 * the type.
 */
export type Geofence = ResourceAsRead<object>;

export const geofenceDefinition = defineResource({
  operations: referenceOperations.read,
  sample: {},
});
