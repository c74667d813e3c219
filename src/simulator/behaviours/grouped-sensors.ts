import { member, report } from '../../resources';
import type { Resource } from '../../resources';
import type { Home, HomeChange } from '../home';
import type { House } from './behaviour';
import { ownerOf, referenced } from './lamps-of';
import { readings, reported } from './sensors';

/** What each grouped sensor is made of, and how: any motion, the brightest light level. */
const sources: Readonly<Record<string, { rtype: string; together(values: unknown[]): unknown }>> = {
  grouped_motion: { rtype: 'motion', together: (values) => values.includes(true) },
  grouped_light_level: {
    rtype: 'light_level',
    together: (values) => Math.max(...values.filter((value) => typeof value === 'number')),
  },
};

/** Sensors of a group: services of the devices in a room, or the services that it lists. */
function sensorsOf(home: Home, group: Resource, rtype: string): Resource[] {
  return referenced(home, group['children']).flatMap((child) =>
    child.type === rtype
      ? [child]
      : referenced(home, child['services']).filter(({ type }) => type === rtype),
  );
}

/** Lets grouped motion and grouped light level follow the sensors of their group. */
export function followSensors({ home }: House): void {
  home.on('change', ({ kind, resource, changed }: HomeChange) => {
    if (kind !== 'changed' || !changed.some((path) => path.includes('_report'))) return;
    for (const [groupedType, source] of Object.entries(sources)) {
      if (source.rtype !== resource.type) continue;
      for (const grouped of home.byType(groupedType)) follow(home, grouped, resource);
    }
  });
}

function follow(home: Home, grouped: Resource, sensor: Resource): void {
  const owner = ownerOf(home, grouped);
  const source = sources[grouped.type];
  const reading = readings[grouped.type];
  if (owner === undefined || source === undefined || reading === undefined) return;
  const sensors = sensorsOf(home, owner, source.rtype);
  if (grouped['enabled'] === false || !sensors.some(({ id }) => id === sensor.id)) return;
  const values = sensors
    .map((each) => report(each, reading.group, reading.name))
    .filter((value) => value !== undefined);
  const value = values.length === 0 ? undefined : source.together(values);
  const present = member(grouped, reading.group, `${reading.name}_report`, reading.name);
  if (value !== undefined && value !== present) home.change(grouped.id, reported(reading, value));
}
