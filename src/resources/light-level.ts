import * as v from 'valibot';
import { lightLevelToLux } from '../units/lux';
import { defineResource, serviceChange } from './definition';
import { report } from './member';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { enabledUpdate } from './shared-members';
import type { Resource } from './definition';

/** What light sensors report. Service document, section 2.6. */
export const lightLevelReading = readPart({
  light_level: v.number(),
  light_level_valid: v.boolean(),
  light_level_report: readPart({ changed: v.string(), light_level: v.number() }),
});

/** Illuminance in lux, to one decimal, or undefined without a valid reading. */
export function luxValue(resource: Resource): number | undefined {
  const level = report(resource, 'light', 'light_level');
  return typeof level === 'number' ? Math.round(lightLevelToLux(level) * 10) / 10 : undefined;
}

/** A light sensor. Service document, section 2.6. */
export const lightLevel = defineResource({
  rtype: 'light_level',
  origin: 'service',
  section: '2.6',
  pathParameter: 'lightId',
  operations: serviceChange,
  read: readShape({ owner: readReference, enabled: v.boolean(), light: lightLevelReading }),
  update: enabledUpdate('light_level'),
  momentary: [],
  lane: 'other',
  sensor: true,
  value: luxValue,
});
