import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { lightLevelReading, luxValue } from './light-level';
import { readReference } from './reference';
import { readShape, writeShape } from './schema';

/** The light level of a room, zone or home. Service document, section 2.6; `enabled`: Hue CLIP API reference. */
export const groupedLightLevel = defineResource({
  rtype: 'grouped_light_level',
  origin: 'service',
  section: '2.6',
  pathParameter: 'groupedLightLevelId',
  operations: serviceChange,
  read: readShape({ owner: readReference, enabled: v.boolean(), light: lightLevelReading }),
  update: writeShape('grouped_light_level', { enabled: v.optional(v.boolean()) }),
  momentary: [],
  lane: 'other',
  value: luxValue,
});
