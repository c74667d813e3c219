import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { member } from './member';
import { readShape, textOf, writeShape } from './schema';

const body = writeShape('geofence_client', {
  name: v.optional(textOf(1, 32)),
  is_at_home: v.optional(v.boolean()),
});

/**
 * A person's device that comes and goes. Service document, section 2.8; create, delete and that
 * real bridges never answer `is_at_home`: Hue CLIP API reference.
 */
export const geofenceClient = defineResource({
  rtype: 'geofence_client',
  origin: 'service',
  section: '2.8',
  pathParameter: 'geofenceClientId',
  operations: { ...serviceChange, create: 'reference', delete: 'reference' },
  read: readShape({ name: v.string(), is_at_home: v.boolean() }),
  create: body,
  update: body,
  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'is_at_home'),
});
