import * as v from 'valibot';
import {
  defineResource,
  hueReferenceReadUpdateOperations,
} from '../definitions/resource-definition';
import { identifyWriteSchema } from '../schemas/light-schemas';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema } from '../schemas/reference-schemas';
import {
  createOpenEnumSchema,
  createObjectReadSchema,
  createResourceReadSchema,
  createBoundedTextSchema,
  createObjectWriteSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';

/** A physical device, which offers services such as a light. Hue CLIP API reference. */
export const deviceDefinition = defineResource({
  rtype: 'device',
  origin: 'reference',
  section: 'device',
  pathParameter: 'deviceId',
  operations: { ...hueReferenceReadUpdateOperations, delete: 'reference' },
  read: createResourceReadSchema({
    product_data: createObjectReadSchema({
      model_id: v.string(),
      manufacturer_name: v.string(),
      product_name: v.string(),
      product_archetype: v.string(),
      certified: v.boolean(),
      software_version: v.string(),
      hardware_platform_type: v.string(),
    }),
    metadata: createObjectReadSchema({ name: v.string(), archetype: v.string() }),
    identify: createObjectReadSchema({}),
    usertest: createObjectReadSchema({ status: v.string(), usertest: v.boolean() }),
    services: v.array(referenceReadSchema),
  }),
  update: createResourceWriteSchema('device', {
    metadata: v.optional(
      createObjectWriteSchema({
        name: v.optional(createBoundedTextSchema(1, 32)),
        archetype: v.optional(createOpenEnumSchema(['classic_bulb'])),
      }),
    ),
    identify: v.optional(identifyWriteSchema),
    usertest: v.optional(createObjectWriteSchema({ usertest: v.boolean() })),
  }),
  nonIdempotentMembers: ['identify', 'usertest'],
  lane: 'other',
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
