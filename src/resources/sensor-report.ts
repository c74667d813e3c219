import { getListMember, getNestedMember, getTextMember, isObject } from './members';

/**
 * Place of a sensor's value: `<group>.<name>_report.<name>`, and the deprecated `<group>.<name>`.
 * Service document, section 2.6; the report: Hue CLIP API reference.
 */
export interface SensorReportDefinition {
  group: string;
  name: string;
  range?: { minimum: number; maximum: number; step: number };
}

export const sampleTimestamp = '2026-01-15T07:30:00.000Z';

/** Undefined also while the sensor is disabled. */
export const getEnabledSensorMember = (sensor: unknown, ...path: readonly string[]): unknown =>
  getNestedMember(sensor, 'enabled') === false ? undefined : getNestedMember(sensor, ...path);

/**
 * The report takes precedence over the deprecated member (Hue CLIP API reference). Undefined without a valid value, and
 * while the sensor is disabled: a real bridge then keeps the last report.
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

/** Returns the time of the last change, as the bridge writes it. */
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
 * Of a `tamper`: by the newest report of each source: some bridges keep the earlier ones.
 *
 * @returns false before the first report; undefined if the resource has no list of reports
 */
export function isTamperedWith(tamper: unknown): boolean | undefined {
  if (!Array.isArray(getNestedMember(tamper, 'tamper_reports'))) return undefined;
  const newest = new Map<unknown, { time: number; isTampered: boolean }>();
  for (const report of getListMember(tamper, 'tamper_reports')) {
    const source = getNestedMember(report, 'source');
    const time = Date.parse(getTextMember(report, 'changed') ?? '') || 0;
    const isTampered = getNestedMember(report, 'state') === 'tampered';
    const known = newest.get(source);
    if (known === undefined || time > known.time) newest.set(source, { time, isTampered });
    // Of two reports of one time, neither is newer: the alarm counts.
    else if (time === known.time) known.isTampered ||= isTampered;
  }
  return [...newest.values()].some(({ isTampered }) => isTampered);
}

/** @param changed ISO 8601 */
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
