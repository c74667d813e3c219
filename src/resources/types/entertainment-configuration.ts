import * as v from 'valibot';
import { defineResource, hueReferenceCrudOperations } from '../definitions/resource-definition';
import { referenceReadSchema, typedReferenceWriteSchema } from '../schemas/reference-schemas';
import {
  boundedNumberSchema,
  openEnumSchema,
  objectReadSchema,
  resourceReadSchema,
  boundedTextSchema,
  objectWriteSchema,
  resourceWriteSchema,
} from '../schemas/schema-builders';
import { getStatusMember } from '../definitions/shared-definition-members';

const extentSchema = boundedNumberSchema(-1, 1);
const positionWriteSchema = objectWriteSchema({
  x: extentSchema,
  y: extentSchema,
  z: extentSchema,
});
const writeMembers = {
  metadata: v.optional(objectWriteSchema({ name: boundedTextSchema(1, 32) })),
  configuration_type: v.optional(
    openEnumSchema(['screen', 'monitor', 'music', '3dspace', 'other']),
  ),
  stream_proxy: v.optional(
    objectWriteSchema({
      mode: v.picklist(['auto', 'manual']),
      node: v.optional(typedReferenceWriteSchema('entertainment')),
    }),
  ),
  locations: v.optional(
    objectWriteSchema({
      service_locations: v.array(
        objectWriteSchema({
          service: typedReferenceWriteSchema('entertainment'),
          positions: v.array(positionWriteSchema),
          equalization_factor: v.optional(boundedNumberSchema(0, 1)),
        }),
      ),
    }),
  ),
};

/** Lamps placed around a screen or in a space. Hue CLIP API reference. */
export const entertainmentConfigurationDefinition = defineResource({
  rtype: 'entertainment_configuration',
  origin: 'reference',
  section: 'entertainment_configuration',
  pathParameter: 'entertainmentConfigurationId',
  operations: hueReferenceCrudOperations,
  read: resourceReadSchema({
    metadata: objectReadSchema({ name: v.string() }),
    configuration_type: v.string(),
    status: v.string(),
    active_streamer: referenceReadSchema,
    stream_proxy: objectReadSchema({ mode: v.string(), node: referenceReadSchema }),
    channels: v.array(v.looseObject({})),
    locations: v.looseObject({}),
    light_services: v.array(referenceReadSchema),
  }),
  create: resourceWriteSchema('entertainment_configuration', writeMembers),
  update: resourceWriteSchema('entertainment_configuration', {
    ...writeMembers,
    action: v.optional(v.picklist(['start', 'stop'])),
  }),
  nonIdempotentMembers: ['action'],
  lane: 'other',
  valueDescription: 'the status, in one word',
  value: getStatusMember,
});
