import type { SimulationContext } from '../handlers';
import { keepGroupedLightsInSync } from '../handlers/grouped-light';
import { isObject, getNestedMember, getSensorReportValue } from '../../resources';
import type { Resource } from '../../resources';
import type { SimulatedHome, SimulatedHomeChange } from '../home/simulated-home';
import { findOwner, resolveReferences } from '../home/find-resources';
import { createCurrentReport, getSensorReportDefinition } from '../handlers/sensors';

export function registerReactions(simulation: SimulationContext): void {
  keepGroupedLightsInSync(simulation);
  keepGroupedSensorsInSync(simulation);
  keepBellReportsInSync(simulation);
}

/** In the service document's shape, and in that of real bridges. */
const reportPaths = [
  { group: 'bell', report: 'bell_report' },
  { group: 'button', report: 'button_report' },
] as const;

function keepBellReportsInSync({ home }: SimulationContext): void {
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

/** Any motion, the maximum light level. */
const aggregations: Readonly<
  Record<string, { rtype: string; aggregate(values: unknown[]): unknown }>
> = {
  grouped_motion: { rtype: 'motion', aggregate: (values) => values.includes(true) },
  grouped_light_level: {
    rtype: 'light_level',
    aggregate: (values) => Math.max(...values.filter((value) => typeof value === 'number')),
  },
};

/** Services of the devices in a room, or the services that a group lists. */
function findSensors(home: SimulatedHome, group: Resource, rtype: string): Resource[] {
  return resolveReferences(home, group['children']).flatMap((child) =>
    child.type === rtype
      ? [child]
      : resolveReferences(home, child['services']).filter(({ type }) => type === rtype),
  );
}

function keepGroupedSensorsInSync({ home }: SimulationContext): void {
  home.on('change', ({ kind, resource, changedPaths: changed }: SimulatedHomeChange) => {
    if (kind !== 'changed' || !changed.some((path) => path.includes('_report'))) return;
    for (const [groupedType, aggregation] of Object.entries(aggregations)) {
      if (aggregation.rtype !== resource.type) continue;
      for (const grouped of home.byType(groupedType)) updateGroupedSensor(home, grouped, resource);
    }
  });
}

function updateGroupedSensor(home: SimulatedHome, grouped: Resource, sensor: Resource): void {
  const owner = findOwner(home, grouped);
  const aggregation = aggregations[grouped.type];
  const report = getSensorReportDefinition(grouped.type);
  if (owner === undefined || aggregation === undefined || report === undefined) return;
  const sensors = findSensors(home, owner, aggregation.rtype);
  if (grouped['enabled'] === false || !sensors.some(({ id }) => id === sensor.id)) return;
  const values = sensors
    .map((each) => getSensorReportValue(each, report))
    .filter((value) => value !== undefined);
  const value = values.length === 0 ? undefined : aggregation.aggregate(values);
  if (value !== undefined && value !== getSensorReportValue(grouped, report))
    home.change(grouped.id, createCurrentReport(report, value));
}
