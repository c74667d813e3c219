import { isObject } from '../../resources';

/** A moment that a resource reported. */
export interface MomentReport {
  /** Where it stands, such as `button.button_report`. */
  path: string;
  /** When it was, as the bridge writes it; older firmware does not say. */
  updated: string | undefined;
}

/**
 * Finds reports of a moment in an update: a press, a turn. Unlike a state, such a report is news even
 * when it equals the last one. They are the reports that carry `updated` (`button_report`,
 * `rotary_report`, `bell_report`; Hue CLIP API reference), or `last_event` on older firmware. Sensors
 * report states, with `changed`.
 *
 * @param update members of one resource as an event carries them
 * @returns the reports; empty for an update of states only
 */
export const momentReports = (update: Readonly<Record<string, unknown>>): MomentReport[] =>
  Object.entries(update).flatMap(([name, value]) =>
    isObject(value) ? reportsIn(name, value) : [],
  );

function reportsIn(name: string, members: Record<string, unknown>): MomentReport[] {
  const reports: MomentReport[] = [];
  for (const [inner, report] of Object.entries(members)) {
    const path = `${name}.${inner}`;
    const updated = isObject(report) ? report['updated'] : undefined;
    if (inner === 'last_event' && report !== null) reports.push({ path, updated: undefined });
    if (inner.endsWith('_report') && typeof updated === 'string') reports.push({ path, updated });
  }
  return reports;
}
