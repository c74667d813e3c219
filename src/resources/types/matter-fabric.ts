import { sampleTimestamp } from '../definitions/sensor-report-definition';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import {
  getStatusMember,
  createTypeOnlyUpdateSchema,
} from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** A controller the bridge is paired with over Matter. Service document, section 2.7; delete: Hue CLIP API reference. */
export type MatterFabric = ResourceAsRead<{
  owner: ResourceIdentifier;
  status: string;
  fabric_data: { label: string; vendor_id: number };
  creation_time: string;
}>;

export const matterFabricDefinition = defineResource({
  section: '2.7',
  operations: { ...serviceOperations.readUpdate, delete: 'reference' },
  update: createTypeOnlyUpdateSchema('matter_fabric'),
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: {
    status: 'paired',
    fabric_data: { label: 'Kitchen display', vendor_id: 65_521 },
    creation_time: sampleTimestamp,
  },
});
