import { isObject } from '../../resources';

/** Report of a momentary input, such as a button press. */
export interface InputReport {
  /** Property path, such as `button.button_report`. */
  path: string;
  /** Timestamp of the bridge, unparsed; missing with older firmware. */
  updated: string | undefined;
}

/**
 * Finds reports of momentary inputs in an update: button presses, rotary turns, bell rings. Unlike a
 * state, such a report is a new event even when it equals the last one. They are the reports with
 * `updated` (`button_report`, `rotary_report`, `bell_report`; Hue CLIP API reference), or `last_event`
 * on older firmware. Sensors report states, with `changed`.
 *
 * @param update members of one resource as in an event
 * @returns the reports; empty for an update of states only
 */
export const findInputReports = (update: Readonly<Record<string, unknown>>): InputReport[] =>
  Object.entries(update).flatMap(([name, value]) =>
    isObject(value) ? collectReports(name, value) : [],
  );

function collectReports(name: string, members: Record<string, unknown>): InputReport[] {
  const reports: InputReport[] = [];
  for (const [inner, report] of Object.entries(members)) {
    const path = `${name}.${inner}`;
    const updated = isObject(report) ? report['updated'] : undefined;
    if (inner === 'last_event' && report !== null) reports.push({ path, updated: undefined });
    if (inner.endsWith('_report') && typeof updated === 'string') reports.push({ path, updated });
  }
  return reports;
}
