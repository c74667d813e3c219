import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { referenceReadSchema, referenceWriteSchema } from '../schemas/reference-schemas';
import {
  objectReadSchema,
  resourceReadSchema,
  boundedTextSchema,
  objectWriteSchema,
  resourceWriteSchema,
} from '../schemas/schema-builders';

/**
 * Services, such as sensors, that act as one. Service document, section 2.8 (`services`); children,
 * metadata, create and delete: Hue CLIP API reference.
 */
export const serviceGroupDefinition = defineResource({
  rtype: 'service_group',
  origin: 'service',
  section: '2.8',
  pathParameter: 'serviceGroupId',
  operations: {
    ...serviceDocumentReadUpdateOperations,
    create: 'reference',
    delete: 'reference',
  },
  read: resourceReadSchema({
    children: v.array(referenceReadSchema),
    services: v.array(referenceReadSchema),
    metadata: objectReadSchema({ name: v.string() }),
  }),
  create: resourceWriteSchema('service_group', {
    children: v.array(referenceWriteSchema),
    metadata: objectWriteSchema({ name: boundedTextSchema(1, 32) }),
  }),
  update: resourceWriteSchema('service_group', {
    services: v.optional(v.array(referenceWriteSchema)),
    children: v.optional(v.array(referenceWriteSchema)),
    metadata: v.optional(objectWriteSchema({ name: v.optional(boundedTextSchema(1, 32)) })),
  }),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'the name',
  value: (resource) => getNestedMember(resource, 'metadata', 'name'),
});
