import { defineResource, serviceDocumentReadOperations } from '../definitions/resource-definition';
import { getNoPlainValue } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The whole home. Service document, section 2.8. */
export type BridgeHome = ResourceAsRead<{
  children: ResourceIdentifier[];
  services: ResourceIdentifier[];
}>;

export const bridgeHomeDefinition = defineResource({
  rtype: 'bridge_home',
  documentedIn: 'service',
  section: '2.8',
  pathParameter: 'bridgeHomeId',
  operations: serviceDocumentReadOperations,

  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
});
