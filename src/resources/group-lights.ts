import { getRidsOfReferences } from './values/member-access';
import type { Resource } from './definitions/resource-definition';

/** Where resources are looked up. */
interface ResourceSource {
  get(rid: string): Resource | undefined;
  byType(rtype: 'light'): readonly Resource[];
}

/**
 * Finds the lamps of a group: the light services of the devices in a room, those in a zone, or all lights of a home.
 *
 * @param group a room, a zone or a `bridge_home`
 * @returns each light once, in the order in which the group lists them
 */
export function findGroupLights(source: ResourceSource, group: Resource): readonly Resource[] {
  if (group.type === 'bridge_home') return source.byType('light');
  const rids = getRidsOfReferences(group['children']).flatMap((rid) => [
    rid,
    ...getRidsOfReferences(source.get(rid)?.['services']),
  ]);
  return [...new Set(rids)]
    .flatMap((rid) => source.get(rid) ?? [])
    .filter(({ type }) => type === 'light');
}
