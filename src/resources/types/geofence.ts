import { defineResource, hueReferenceReadOperations } from '../definitions/resource-definition';
import { getNoPlainValue } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';

/**
 * A place whose arrivals and departures are tracked. The service document, section 2.1, only lists
 * the type.
 */
export type Geofence = ResourceAsRead<object>;

export const geofenceDefinition = defineResource({
  rtype: 'geofence',
  documentedIn: 'reference',
  section: '2.1',
  pathParameter: 'geofenceId',
  operations: hueReferenceReadOperations,
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
  sample: {},
});
