import { defineResource, hueReferenceReadOperations } from '../definitions/resource-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createResourceReadSchema } from '../schemas/schema-builders';
import { getNoPlainValue } from '../definitions/shared-definition-members';

/** The bridge's own radio connection. Listed in the service document, section 2.1, which shows nothing of it. */
export const zigbeeBridgeConnectivityDefinition = defineResource({
  rtype: 'zigbee_bridge_connectivity',
  origin: 'reference',
  section: '2.1',
  pathParameter: 'zigbeeBridgeConnectivityId',
  operations: hueReferenceReadOperations,
  read: createResourceReadSchema({ owner: referenceReadSchema }),
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
  sample: {},
});
