import { getRidsOfReferences, getTextMember } from './members';
import type { Resource } from './resource';

interface ResourcesById {
  get(rid: string): Resource | undefined;
}

interface ResourceLookup extends ResourcesById {
  byType(rtype: string): readonly Resource[];
  ownerRid(resource: Resource): string | undefined;
}

/**
 * Returns each lamp once, in the order of the group.
 *
 * @param group a room, a zone or a `bridge_home`
 */
export function findGroupLights(
  lookup: ResourcesById & { byType(rtype: 'light'): readonly Resource[] },
  group: Resource | undefined,
): readonly Resource[] {
  if (group === undefined) return [];
  if (group.type === 'bridge_home') return lookup.byType('light');
  const rids = getRidsOfReferences(group['children']).flatMap((rid) => [
    rid,
    ...getRidsOfReferences(lookup.get(rid)?.['services']),
  ]);
  return [...new Set(rids)]
    .flatMap((rid) => lookup.get(rid) ?? [])
    .filter(({ type }) => type === 'light');
}

/** Of a light, grouped light, scene or smart scene; none for others. */
export function findLightsAffectedByWrite(
  lookup: ResourceLookup,
  resource: Resource | undefined,
): readonly Resource[] {
  if (resource === undefined) return [];
  return resource.type === 'light'
    ? [resource]
    : findGroupLights(lookup, findTargetGroup(lookup, resource));
}

/** Returns the group whose lights a grouped light, scene or smart scene sets. */
export function findTargetGroup(
  lookup: Omit<ResourceLookup, 'byType'>,
  resource: Resource,
): Resource | undefined {
  const rid =
    resource.type === 'grouped_light'
      ? lookup.ownerRid(resource)
      : getTextMember(resource, 'group', 'rid');
  return rid === undefined ? undefined : lookup.get(rid);
}
