import { isObject, member } from '../../resources';
import type { House } from './behaviour';

/** The report in the service document's shape, and the same one as real bridges have it. */
const shapes = [
  { group: 'bell', report: 'bell_report' },
  { group: 'button', report: 'button_report' },
] as const;

/** Lets both shapes of a bell's report say the same. */
export function followBells({ home }: House): void {
  home.on('change', ({ resource, changed }) => {
    if (resource.type !== 'bell_button') return;
    const newest = shapes.find(({ group }) => changed.some((path) => path.startsWith(`${group}.`)));
    if (newest === undefined) return;
    const report = member(resource, newest.group, newest.report);
    for (const { group, report: name } of shapes) {
      if (isObject(report) && isObject(resource[group])) {
        home.change(resource.id, { [group]: { last_event: report['event'], [name]: report } });
      }
    }
  });
}
