import * as v from 'valibot';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { identifyWriteSchema } from '../schemas/light-schemas';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import {
  openEnumSchema,
  objectReadSchema,
  resourceReadSchema,
  boundedTextSchema,
  objectWriteSchema,
  resourceWriteSchema,
} from '../schemas/schema-builders';

/** A physical device, which offers services such as a light. Hue CLIP API reference. */
export const deviceDefinition = defineResource({
  rtype: 'device',
  origin: 'reference',
  section: 'device',
  pathParameter: 'deviceId',
  operations: { ...hueReferenceReadUpdateOperations, delete: 'reference' },
  read: resourceReadSchema({
    product_data: objectReadSchema({
      model_id: v.string(),
      manufacturer_name: v.string(),
      product_name: v.string(),
      product_archetype: v.string(),
      certified: v.boolean(),
      software_version: v.string(),
      hardware_platform_type: v.string(),
    }),
    metadata: objectReadSchema({ name: v.string(), archetype: v.string() }),
    identify: objectReadSchema({}),
    usertest: objectReadSchema({ status: v.string(), usertest: v.boolean() }),
    services: v.array(referenceReadSchema),
  }),
  update: resourceWriteSchema('device', {
    metadata: v.optional(
      objectWriteSchema({
        name: v.optional(boundedTextSchema(1, 32)),
        archetype: v.optional(openEnumSchema(['classic_bulb'])),
      }),
    ),
    identify: v.optional(identifyWriteSchema),
    usertest: v.optional(objectWriteSchema({ usertest: v.boolean() })),
  }),
  nonIdempotentMembers: ['identify', 'usertest'],
  lane: 'other',
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
