import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { lightLevelReadSchema, lightLevelReportDefinition } from './light-level';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createResourceReadSchema, createResourceWriteSchema } from '../schemas/schema-builders';

/** The light level of a room, zone or home. Service document, section 2.6; `enabled`: Hue CLIP API reference. */
export const groupedLightLevelDefinition = defineResource({
  rtype: 'grouped_light_level',
  origin: 'service',
  section: '2.6',
  pathParameter: 'groupedLightLevelId',
  operations: serviceDocumentReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    enabled: v.boolean(),
    light: lightLevelReadSchema,
  }),
  update: createResourceWriteSchema('grouped_light_level', { enabled: v.optional(v.boolean()) }),
  nonIdempotentMembers: [],
  lane: 'other',
  ...lightLevelReportDefinition,
});
