import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createResourceReadSchema } from '../schemas/schema-builders';
import {
  getNoPlainValue,
  createTypeOnlyUpdateSchema,
} from '../definitions/shared-definition-members';

/** A lamp that could watch for motion. Service document, section 2.6; `capabilities`: Hue CLIP API reference. */
export const motionAreaCandidateDefinition = defineResource({
  rtype: 'motion_area_candidate',
  origin: 'service',
  section: '2.6',
  pathParameter: 'motionAreaCandidateId',
  operations: serviceDocumentReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    motion_sensors: v.array(referenceReadSchema),
    capabilities: v.array(v.string()),
  }),
  update: createTypeOnlyUpdateSchema('motion_area_candidate'),
  nonIdempotentMembers: [],
  lane: 'other',
  value: getNoPlainValue,
});
