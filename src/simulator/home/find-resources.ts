import { isObject, getNestedMember } from '../../resources';
import type { Resource } from '../../resources';
import type { SimulatedHome } from './simulated-home';

/** Returns the resources of a list of references, without dangling references. */
export function resolveReferences(home: SimulatedHome, references: unknown): Resource[] {
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference: unknown) => {
    const rid = isObject(reference) ? reference['rid'] : undefined;
    const resource = typeof rid === 'string' ? home.get(rid) : undefined;
    return resource === undefined ? [] : [resource];
  });
}

/**
 * Returns the light services of a group: of the devices in a room, of a zone, or all of a
 * `bridge_home`.
 *
 * @param group room, zone, bridge_home or one of their children
 */
export function findLightsOfGroup(home: SimulatedHome, group: Resource): Resource[] {
  if (group.type === 'bridge_home') return [...home.byType('light')];
  const lamps = new Map<string, Resource>();
  for (const child of resolveReferences(home, group['children'])) {
    const lights =
      child.type === 'light'
        ? [child]
        : resolveReferences(home, child['services']).filter(({ type }) => type === 'light');
    for (const lamp of lights) lamps.set(lamp.id, lamp);
  }
  return [...lamps.values()];
}

export function findOwner(home: SimulatedHome, resource: Resource): Resource | undefined {
  const rid = getNestedMember(resource, 'owner', 'rid');
  return typeof rid === 'string' ? home.get(rid) : undefined;
}
