import * as v from 'valibot';
import { defineResource, serviceOperations } from '../definitions/resource-definition';
import { getNestedMember } from '../values/member-access';
import { createResourceWriteSchema, nameSchema } from '../schemas/schema-builders';
import type { ResourceAsRead } from '../definitions/resource-definition';

const bodySchema = createResourceWriteSchema('geofence_client', {
  name: v.optional(nameSchema),
  is_at_home: v.optional(v.boolean()),
});

/**
 * A mobile device whose presence is tracked. Service document, section 2.8; create, delete and the
 * fact that real bridges never return `is_at_home`: Hue CLIP API reference.
 */
export type GeofenceClient = ResourceAsRead<{ name: string; is_at_home: boolean }>;

export const geofenceClientDefinition = defineResource({
  section: '2.8',
  operations: {
    ...serviceOperations.readUpdate,
    create: 'reference',
    delete: 'reference',
  },
  create: bodySchema,
  update: bodySchema,
  valueDescription: '`true` while at home',
  value: (resource) => getNestedMember(resource, 'is_at_home'),
  sample: { name: 'Phone', is_at_home: true },
});
