import * as v from 'valibot';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { createTypedReferenceWriteSchema } from '../schemas/reference-schemas';
import {
  createBoundedNumberSchema,
  createObjectWriteSchema,
  createOpenEnumSchema,
  createResourceWriteSchema,
  nameSchema,
} from '../schemas/schema-builders';
import { getStatusMember } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

const extentSchema = createBoundedNumberSchema(-1, 1);
const positionWriteSchema = createObjectWriteSchema({
  x: extentSchema,
  y: extentSchema,
  z: extentSchema,
});
const writeMembers = {
  metadata: v.optional(createObjectWriteSchema({ name: nameSchema })),
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
export type EntertainmentConfiguration = ResourceAsRead<{
  metadata: { name: string };
  configuration_type: string;
  status: string;
  active_streamer: ResourceIdentifier;
  stream_proxy: { mode: string; node: ResourceIdentifier };
  channels: object[];
  locations: object;
  light_services: ResourceIdentifier[];
}>;

export const entertainmentConfigurationDefinition = defineResource({
  operations: referenceOperations.all,
  create: createResourceWriteSchema('entertainment_configuration', writeMembers),
  update: createResourceWriteSchema('entertainment_configuration', {
    ...writeMembers,
    action: v.optional(v.picklist(['start', 'stop'])),
  }),
  nonIdempotentMembers: ['action'],
  valueDescription: 'the status, in one word',
  value: getStatusMember,
});
