import { defineResource, serviceOperations } from '../definitions/resource-definition';
import {
  createReportMembers,
  getSensorReportValue,
  sampleTimestamp,
} from '../definitions/sensor-report-definition';
import { createEnabledUpdateSchema } from '../definitions/shared-definition-members';
import type { Resource, ResourceAsRead } from '../definitions/resource-definition';
import type { ResourceIdentifier } from '../schemas/reference-schemas';

export interface LightLevelState {
  light_level: number;
  light_level_valid: boolean;
  light_level_report: { changed: string; light_level: number };
}

const report = {
  group: 'light',
  name: 'light_level',
  range: { minimum: 0, maximum: 50_000, step: 100 },
} as const;

/** Returns lux, to one decimal; undefined without a valid reading. */
function getIlluminance(resource: Resource): number | undefined {
  const level = getSensorReportValue(resource, report);
  return typeof level === 'number' ? Math.round(lightLevelToLux(level) * 10) / 10 : undefined;
}

export const lightLevelReportDefinition = {
  value: getIlluminance,
  valueDescription: 'illuminance',
  unit: 'lux',
  reading: 'lux',
  report,
  sample: { enabled: true, ...createReportMembers(report, 10_000, sampleTimestamp) },
};

/** A light sensor. Service document, section 2.6. */
export type LightLevel = ResourceAsRead<{
  owner: ResourceIdentifier;
  enabled: boolean;
  light: LightLevelState;
}>;

export const lightLevelDefinition = defineResource({
  section: '2.6',
  operations: serviceOperations.readUpdate,
  update: createEnabledUpdateSchema('light_level'),
  ...lightLevelReportDefinition,
});

/**
 * Converts a light level to lux.
 *
 * @param lightLevel `10000 * log10(lux) + 1`, as light sensors report it
 * @returns lux; 0 for a light level below 1 (Hue CLIP API reference, light_level)
 */
export function lightLevelToLux(lightLevel: number): number {
  return lightLevel < 1 ? 0 : 10 ** ((lightLevel - 1) / 10_000);
}
