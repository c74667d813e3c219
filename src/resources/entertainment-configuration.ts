import * as v from 'valibot';
import { defineResource, referenceAll } from './definition';
import { readReference, writeReferenceTo } from './reference';
import { numberFrom, openEnum, readPart, readShape, textOf, writePart, writeShape } from './schema';
import { statusValue } from './shared-members';

const extent = numberFrom(-1, 1);
const position = writePart({ x: extent, y: extent, z: extent });
const members = {
  metadata: v.optional(writePart({ name: textOf(1, 32) })),
  configuration_type: v.optional(openEnum(['screen', 'monitor', 'music', '3dspace', 'other'])),
  stream_proxy: v.optional(
    writePart({
      mode: v.picklist(['auto', 'manual']),
      node: v.optional(writeReferenceTo('entertainment')),
    }),
  ),
  locations: v.optional(
    writePart({
      service_locations: v.array(
        writePart({
          service: writeReferenceTo('entertainment'),
          positions: v.array(position),
          equalization_factor: v.optional(numberFrom(0, 1)),
        }),
      ),
    }),
  ),
};

/** Lamps placed around a screen or in a space. Hue CLIP API reference. */
export const entertainmentConfiguration = defineResource({
  rtype: 'entertainment_configuration',
  origin: 'reference',
  section: 'entertainment_configuration',
  pathParameter: 'entertainmentConfigurationId',
  operations: referenceAll,
  read: readShape({
    metadata: readPart({ name: v.string() }),
    configuration_type: v.string(),
    status: v.string(),
    active_streamer: readReference,
    stream_proxy: readPart({ mode: v.string(), node: readReference }),
    channels: v.array(v.looseObject({})),
    locations: v.looseObject({}),
    light_services: v.array(readReference),
  }),
  create: writeShape('entertainment_configuration', members),
  update: writeShape('entertainment_configuration', {
    ...members,
    action: v.optional(v.picklist(['start', 'stop'])),
  }),
  momentary: ['action'],
  lane: 'other',
  value: statusValue,
});
