import { defineResource, serviceOperations } from '../definitions/resource-definition';
import {
  createReportMembers,
  getSensorReportValue,
  sampleTimestamp,
} from '../definitions/sensor-report-definition';
import { createEnabledUpdateSchema } from '../definitions/shared-definition-members';
import type { ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

const report = {
  group: 'temperature',
  name: 'temperature',
  range: { minimum: -20, maximum: 50, step: 0.1 },
} as const;

/** A temperature sensor, in degrees Celsius. Service document, section 2.6. */
export type Temperature = ResourceAsRead<{
  owner: ResourceIdentifier;
  enabled: boolean;
  temperature: {
    temperature: number;
    temperature_valid: boolean;
    temperature_report: { changed: string; temperature: number };
  };
}>;

export const temperatureDefinition = defineResource({
  section: '2.6',
  operations: serviceOperations.readUpdate,
  update: createEnabledUpdateSchema('temperature'),
  valueDescription: 'temperature',
  unit: '°C',
  reading: 'celsius',
  report,
  value: (resource) => getSensorReportValue(resource, report),
  sample: { enabled: true, ...createReportMembers(report, 20, sampleTimestamp) },
});
