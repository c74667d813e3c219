import * as v from 'valibot';
import { sampleTimestamp } from '../definitions/sensor-report-definition';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import {
  getStatusMember,
  createTypeOnlyUpdateSchema,
} from '../definitions/shared-definition-members';

/** A controller the bridge is paired with over Matter. Service document, section 2.7; delete: Hue CLIP API reference. */
export const matterFabricDefinition = defineResource({
  rtype: 'matter_fabric',
  origin: 'service',
  section: '2.7',
  pathParameter: 'matterFabricId',
  operations: { ...serviceDocumentReadUpdateOperations, delete: 'reference' },
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    status: v.string(),
    fabric_data: createObjectReadSchema({ label: v.string(), vendor_id: v.number() }),
    creation_time: v.string(),
  }),
  update: createTypeOnlyUpdateSchema('matter_fabric'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the status, in one word',
  value: getStatusMember,
  sample: {
    status: 'paired',
    fabric_data: { label: 'Kitchen display', vendor_id: 65_521 },
    creation_time: sampleTimestamp,
  },
});
