import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import type { Home } from '../home';

/** What a list of references points at; dangling ones are left out. */
export function referenced(home: Home, references: unknown): Resource[] {
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference: unknown) => {
    const rid = isObject(reference) ? reference['rid'] : undefined;
    const resource = typeof rid === 'string' ? home.get(rid) : undefined;
    return resource === undefined ? [] : [resource];
  });
}

/**
 * The lamps of a group: those of the devices in a room, those in a zone, those of all rooms in the home.
 *
 * @param group room, zone, bridge_home or one of their children
 */
export function lampsOf(home: Home, group: Resource): Resource[] {
  if (group.type === 'bridge_home') return [...home.byType('light')];
  const lamps = new Map<string, Resource>();
  for (const child of referenced(home, group['children'])) {
    const found =
      child.type === 'light'
        ? [child]
        : referenced(home, child['services']).filter(({ type }) => type === 'light');
    for (const lamp of found) lamps.set(lamp.id, lamp);
  }
  return [...lamps.values()];
}

/** What owns a resource. */
export function ownerOf(home: Home, resource: Resource): Resource | undefined {
  const rid = member(resource, 'owner', 'rid');
  return typeof rid === 'string' ? home.get(rid) : undefined;
}
