import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import {
  createResourceReadSchema,
  createBoundedTextSchema,
  createResourceWriteSchema,
} from '../schemas/schema-builders';

const bodySchema = createResourceWriteSchema('geofence_client', {
  name: v.optional(createBoundedTextSchema(1, 32)),
  is_at_home: v.optional(v.boolean()),
});

/**
 * A mobile device whose presence is tracked. Service document, section 2.8; create, delete and that
 * real bridges never return `is_at_home`: Hue CLIP API reference.
 */
export const geofenceClientDefinition = defineResource({
  rtype: 'geofence_client',
  origin: 'service',
  section: '2.8',
  pathParameter: 'geofenceClientId',
  operations: {
    ...serviceDocumentReadUpdateOperations,
    create: 'reference',
    delete: 'reference',
  },
  read: createResourceReadSchema({ name: v.string(), is_at_home: v.boolean() }),
  create: bodySchema,
  update: bodySchema,
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: '`true` while at home',
  value: (resource) => getNestedMember(resource, 'is_at_home'),
  sample: { name: 'Phone', is_at_home: true },
});
