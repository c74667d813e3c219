import * as v from 'valibot';
import { defineResource, hueReferenceCrudOperations } from '../definitions/resource-definition';
import { referenceReadSchema, createTypedReferenceWriteSchema } from '../schemas/reference-schemas';
import {
  createBoundedNumberSchema,
  createOpenEnumSchema,
  createObjectReadSchema,
  createResourceReadSchema,
  createBoundedTextSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';
import { getStatusMember } from '../definitions/shared-definition-members';

const extentSchema = createBoundedNumberSchema(-1, 1);
const positionWriteSchema = createObjectWriteSchema({
  x: extentSchema,
  y: extentSchema,
  z: extentSchema,
});
const writeMembers = {
  metadata: v.optional(createObjectWriteSchema({ name: createBoundedTextSchema(1, 32) })),
  configuration_type: v.optional(
    createOpenEnumSchema(['screen', 'monitor', 'music', '3dspace', 'other']),
  ),
  stream_proxy: v.optional(
    createObjectWriteSchema({
      mode: v.picklist(['auto', 'manual']),
      node: v.optional(createTypedReferenceWriteSchema('entertainment')),
    }),
  ),
  locations: v.optional(
    createObjectWriteSchema({
      service_locations: v.array(
        createObjectWriteSchema({
          service: createTypedReferenceWriteSchema('entertainment'),
          positions: v.array(positionWriteSchema),
          equalization_factor: v.optional(createBoundedNumberSchema(0, 1)),
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
  read: createResourceReadSchema({
    metadata: createObjectReadSchema({ name: v.string() }),
    configuration_type: v.string(),
    status: v.string(),
    active_streamer: referenceReadSchema,
    stream_proxy: createObjectReadSchema({ mode: v.string(), node: referenceReadSchema }),
    channels: v.array(v.looseObject({})),
    locations: v.looseObject({}),
    light_services: v.array(referenceReadSchema),
  }),
  create: createResourceWriteSchema('entertainment_configuration', writeMembers),
  update: createResourceWriteSchema('entertainment_configuration', {
    ...writeMembers,
    action: v.optional(v.picklist(['start', 'stop'])),
  }),
  nonIdempotentMembers: ['action'],
  lane: 'other',
  valueDescription: 'the status, in one word',
  value: getStatusMember,
});
