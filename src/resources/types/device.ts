import * as v from 'valibot';
import { defineResource, referenceOperations } from '../definitions/resource-definition';
import { identifyWriteSchema } from '../schemas/light-schemas';
import { getNestedMember } from '../values/member-access';
import {
  createObjectWriteSchema,
  createOpenEnumSchema,
  createResourceWriteSchema,
  nameSchema,
} from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/** A physical device, which offers services such as a light. Hue CLIP API reference. */
export type Device = ResourceAsRead<{
  product_data: {
    model_id: string;
    manufacturer_name: string;
    product_name: string;
    product_archetype: string;
    certified: boolean;
    software_version: string;
    hardware_platform_type: string;
  };
  metadata: { name: string; archetype: string };
  identify: object;
  usertest: { status: string; usertest: boolean };
  services: ResourceIdentifier[];
}>;

export const deviceDefinition = defineResource({
  operations: { ...referenceOperations.readUpdate, delete: 'reference' },
  update: createResourceWriteSchema('device', {
    metadata: v.optional(
      createObjectWriteSchema({
        name: v.optional(nameSchema),
        archetype: v.optional(createOpenEnumSchema(['classic_bulb'])),
      }),
    ),
    identify: v.optional(identifyWriteSchema),
    usertest: v.optional(createObjectWriteSchema({ usertest: v.boolean() })),
  }),
  nonIdempotentMembers: ['identify', 'usertest'],
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
