import { getNestedMember, isObject } from '../values/member-access';

/**
 * Where a sensor has its value: in `<group>.<name>_report.<name>`, and in the deprecated
 * `<group>.<name>`. Service document, section 2.6; the report: Hue CLIP API reference.
 */
export interface SensorReportDefinition {
  group: string;
  name: string;
  /** Values of a number that a sensor of this kind may report, as the bridge sends them. */
  range?: { minimum: number; maximum: number; step: number };
}

/** Time of the reports of all samples. */
export const sampleTimestamp = '2026-01-15T07:30:00.000Z';

/** A nested member of a sensor as read, or undefined when it is missing or the sensor is switched off. */
export const getEnabledSensorMember = (sensor: unknown, ...path: readonly string[]): unknown =>
  getNestedMember(sensor, 'enabled') === false ? undefined : getNestedMember(sensor, ...path);

/**
 * Gets a value from a sensor's report, or its deprecated scalar on bridges that send no report (Hue CLIP
 * API reference: the report takes precedence).
 *
 * @param resource sensor as read
 * @returns the value, or undefined when the bridge has none or marks it as not valid, and while the sensor is switched
 *   off: a real bridge keeps the last report then
 */
export function getSensorReportValue(
  resource: unknown,
  { group, name }: SensorReportDefinition,
): unknown {
  if (getNestedMember(resource, group, `${name}_valid`) === false) return undefined;
  return (
    getEnabledSensorMember(resource, group, `${name}_report`, name) ??
    getEnabledSensorMember(resource, group, name)
  );
}

/** When the value of a sensor last changed, as the bridge writes it; undefined where it does not say. */
export function getSensorReportTime(sensor: object): string | undefined {
  for (const member of Object.values(sensor)) {
    if (!isObject(member)) continue;
    for (const report of [member, ...Object.values(member)]) {
      const changed = getNestedMember(report, 'changed');
      if (typeof changed === 'string') return changed;
    }
  }
  return undefined;
}

/**
 * Creates the members of a sensor that has a valid value: report and deprecated scalar.
 *
 * @param changed time of the report, ISO 8601
 */
export const createReportMembers = (
  { group, name }: SensorReportDefinition,
  value: unknown,
  changed: string,
): Record<string, unknown> => ({
  [group]: {
    [name]: value,
    [`${name}_valid`]: true,
    [`${name}_report`]: { changed, [name]: value },
  },
});
