import { defineResource, hueReferenceReadOperations } from '../definitions/resource-definition';
import { createResourceReadSchema } from '../schemas/schema-builders';
import { getNoPlainValue } from '../definitions/shared-definition-members';

/** A place whose comings and goings are tracked. Listed in the service document, section 2.1, which shows nothing of it. */
export const geofenceDefinition = defineResource({
  rtype: 'geofence',
  origin: 'reference',
  section: '2.1',
  pathParameter: 'geofenceId',
  operations: hueReferenceReadOperations,
  read: createResourceReadSchema({}),
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
  sample: {},
});
