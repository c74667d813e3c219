import { defineResource, referenceOperations } from '../definitions/resource-definition';
import {
  getStatusMember,
  createTypeOnlyUpdateSchema,
} from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** The connection of a device without battery. Hue CLIP API reference. */
export type ZgpConnectivity = ResourceAsRead<{
  owner: ResourceIdentifier;
  status: string;
  source_id: string;
  channel_confirmed: boolean;
}>;

export const zgpConnectivityDefinition = defineResource({
  operations: referenceOperations.readUpdate,
  update: createTypeOnlyUpdateSchema('zgp_connectivity'),
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: { status: 'connected', source_id: '0171f2c4', channel_confirmed: true },
});
