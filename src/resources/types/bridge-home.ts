import { defineResource, serviceOperations } from '../definitions/resource-definition';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The whole home. Service document, section 2.8. */
export type BridgeHome = ResourceAsRead<{
  children: ResourceIdentifier[];
  services: ResourceIdentifier[];
}>;

export const bridgeHomeDefinition = defineResource({
  section: '2.8',
  operations: serviceOperations.read,
});
