import * as v from 'valibot';
import {
  defineResource,
  serviceDocumentReadUpdateOperations,
} from '../definitions/resource-definition';
import {
  createReportMembers,
  getSensorReportValue,
  sampleTimestamp,
} from '../definitions/sensor-report-definition';
import { referenceReadSchema } from '../schemas/reference-schemas';
import { createObjectReadSchema, createResourceReadSchema } from '../schemas/schema-builders';
import { createEnabledUpdateSchema } from '../definitions/shared-definition-members';

const report = {
  group: 'temperature',
  name: 'temperature',
  range: { minimum: -20, maximum: 50, step: 0.1 },
} as const;

/** A temperature sensor, in degrees Celsius. Service document, section 2.6. */
export const temperatureDefinition = defineResource({
  rtype: 'temperature',
  origin: 'service',
  section: '2.6',
  pathParameter: 'temperatureId',
  operations: serviceDocumentReadUpdateOperations,
  read: createResourceReadSchema({
    owner: referenceReadSchema,
    enabled: v.boolean(),
    temperature: createObjectReadSchema({
      temperature: v.number(),
      temperature_valid: v.boolean(),
      temperature_report: createObjectReadSchema({ changed: v.string(), temperature: v.number() }),
    }),
  }),
  update: createEnabledUpdateSchema('temperature'),
  nonIdempotentMembers: [],
  lane: 'other',
  valueDescription: 'temperature',
  unit: '°C',
  reading: 'celsius',
  report,
  value: (resource) => getSensorReportValue(resource, report),
  sample: { enabled: true, ...createReportMembers(report, 20, sampleTimestamp) },
});
