import { getListMember, getNestedMember, getTextMember } from './member-access';

/**
 * By the newest report of each source: some bridges keep the earlier ones.
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
