import { isObject, getNestedMember } from '../../resources';
import type { SimulationContext } from '../handlers/resource-write-handler';

/** The report in the service document's shape, and the same one as real bridges have it. */
const reportPaths = [
  { group: 'bell', report: 'bell_report' },
  { group: 'button', report: 'button_report' },
] as const;

/** Copies every report of a bell button to the other of its two shapes. */
export function keepBellReportsInSync({ home }: SimulationContext): void {
  home.on('change', ({ resource, changedPaths: changed }) => {
    if (resource.type !== 'bell_button') return;
    const changedPath = reportPaths.find(({ group }) =>
      changed.some((path) => path.startsWith(`${group}.`)),
    );
    if (changedPath === undefined) return;
    const report = getNestedMember(resource, changedPath.group, changedPath.report);
    for (const { group, report: name } of reportPaths) {
      if (isObject(report) && isObject(resource[group])) {
        home.change(resource.id, { [group]: { last_event: report['event'], [name]: report } });
      }
    }
  });
}
