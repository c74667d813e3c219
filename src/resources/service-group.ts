import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { member } from './member';
import { readReference, writeReference } from './reference';
import { readPart, readShape, textOf, writePart, writeShape } from './schema';

/**
 * Services, such as sensors, that act as one. Service document, section 2.8 (`services`); children,
 * metadata, create and delete: Hue CLIP API reference.
 */
export const serviceGroup = defineResource({
  rtype: 'service_group',
  origin: 'service',
  section: '2.8',
  pathParameter: 'serviceGroupId',
  operations: { ...serviceChange, create: 'reference', delete: 'reference' },
  read: readShape({
    children: v.array(readReference),
    services: v.array(readReference),
    metadata: readPart({ name: v.string() }),
  }),
  create: writeShape('service_group', {
    children: v.array(writeReference),
    metadata: writePart({ name: textOf(1, 32) }),
  }),
  update: writeShape('service_group', {
    services: v.optional(v.array(writeReference)),
    children: v.optional(v.array(writeReference)),
    metadata: v.optional(writePart({ name: v.optional(textOf(1, 32)) })),
  }),
  momentary: [],
  lane: 'other',
  value: (resource) => member(resource, 'metadata', 'name'),
});
