import * as v from 'valibot';
import { defineResource, serviceReadUpdateOperations } from './resource-definition';
import { getReportedValue } from './member-access';
import { referenceReadSchema } from './schemas/reference-schemas';
import { objectReadSchema, resourceReadSchema } from './schemas/schema-builders';
import { enabledUpdateSchema } from './schemas/shared-definition-members';

/** A temperature sensor, in degrees Celsius. Service document, section 2.6. */
export const temperatureDefinition = defineResource({
  rtype: 'temperature',
  origin: 'service',
  section: '2.6',
  pathParameter: 'temperatureId',
  operations: serviceReadUpdateOperations,
  read: resourceReadSchema({
    owner: referenceReadSchema,
    enabled: v.boolean(),
    temperature: objectReadSchema({
      temperature: v.number(),
      temperature_valid: v.boolean(),
      temperature_report: objectReadSchema({ changed: v.string(), temperature: v.number() }),
    }),
  }),
  update: enabledUpdateSchema('temperature'),
  nonIdempotentMembers: [],
  lane: 'other',
  sensor: true,
  value: (resource) => getReportedValue(resource, 'temperature', 'temperature'),
});
