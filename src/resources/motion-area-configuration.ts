import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { sceneGroupTypes } from './group-types';
import { member } from './member';
import { readReference, writeReferenceTo } from './reference';
import { readPart, readShape, textOf, writePart, writeShape } from './schema';

const participants = v.array(writePart({ resource: writeReferenceTo('motion_area_candidate') }));
const group = writeReferenceTo(...sceneGroupTypes);

/**
 * Lamps that watch an area for motion. Service document, section 2.6, which shows `owner`,
 * `motion_sensors` and `enabled`; the rest, and create and delete: Hue CLIP API reference.
 */
export const motionAreaConfiguration = defineResource({
  rtype: 'motion_area_configuration',
  origin: 'service',
  section: '2.6',
  pathParameter: 'motionAreaConfigurationId',
  operations: { ...serviceChange, create: 'reference', delete: 'reference' },
  read: readShape({
    owner: readReference,
    enabled: v.boolean(),
    motion_sensors: v.array(readReference),
    name: v.string(),
    group: readReference,
    participants: v.array(
      readPart({ resource: readReference, status: readPart({ health: v.string() }) }),
    ),
    services: v.array(readReference),
    health: v.string(),
  }),
  create: writeShape('motion_area_configuration', {
    name: textOf(1, 32),
    group,
    participants,
    enabled: v.optional(v.boolean()),
  }),
  update: writeShape('motion_area_configuration', {
    enabled: v.optional(v.boolean()),
    name: v.optional(textOf(1, 32)),
    group: v.optional(group),
    participants: v.optional(participants),
  }),
  momentary: [],
  lane: 'other',
  sensor: true,
  value: (resource) => member(resource, 'enabled'),
});
