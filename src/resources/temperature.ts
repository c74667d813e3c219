import * as v from 'valibot';
import { defineResource, serviceChange } from './definition';
import { report } from './member';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { enabledUpdate } from './shared-members';

/** A temperature sensor, in degrees Celsius. Service document, section 2.6. */
export const temperature = defineResource({
  rtype: 'temperature',
  origin: 'service',
  section: '2.6',
  pathParameter: 'temperatureId',
  operations: serviceChange,
  read: readShape({
    owner: readReference,
    enabled: v.boolean(),
    temperature: readPart({
      temperature: v.number(),
      temperature_valid: v.boolean(),
      temperature_report: readPart({ changed: v.string(), temperature: v.number() }),
    }),
  }),
  update: enabledUpdate('temperature'),
  momentary: [],
  lane: 'other',
  sensor: true,
  value: (resource) => report(resource, 'temperature', 'temperature'),
});
