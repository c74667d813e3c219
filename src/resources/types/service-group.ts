import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceWriteSchema } from '../schemas/reference-schemas';
import {
  createObjectWriteSchema,
  createResourceWriteSchema,
  nameSchema,
} from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

/**
 * Services, such as sensors, that act as one. Service document, section 2.8 (`services`); children,
 * metadata, create and delete: Hue CLIP API reference.
 */
export type ServiceGroup = ResourceAsRead<{
  children: ResourceIdentifier[];
  services: ResourceIdentifier[];
  metadata: { name: string };
}>;

export const serviceGroupDefinition = defineResource({
  section: '2.8',
  operations: {
    ...serviceOperations.readUpdate,
    create: 'reference',
    delete: 'reference',
  },
  create: createResourceWriteSchema('service_group', {
    children: v.array(referenceWriteSchema),
    metadata: createObjectWriteSchema({ name: nameSchema }),
  }),
  update: createResourceWriteSchema('service_group', {
    services: v.optional(v.array(referenceWriteSchema)),
    children: v.optional(v.array(referenceWriteSchema)),
    metadata: v.optional(createObjectWriteSchema({ name: v.optional(nameSchema) })),
  }),
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
