import { getNestedMember, getRidsOfReferences } from './values/member-access';
import type { Resource } from './definitions/resource-definition';

/** Finds resources by their ids. */
interface ResourcesById {
  get(rid: string): Resource | undefined;
}

/** Finds resources by their ids and types, and what they are services of. */
export interface ResourceLookup extends ResourcesById {
  byType(rtype: string): readonly Resource[];
  ownerRid(resource: Resource): string | undefined;
}

/**
 * Finds the lamps of a group: the light services of the devices in a room, those in a zone, or all lights of a home.
 *
 * @param group a room, a zone or a `bridge_home`
 * @returns each light once, in the order in which the group lists them
 */
export function findGroupLights(
  lookup: ResourcesById & { byType(rtype: 'light'): readonly Resource[] },
  group: Resource,
): readonly Resource[] {
  if (group.type === 'bridge_home') return lookup.byType('light');
  const rids = getRidsOfReferences(group['children']).flatMap((rid) => [
    rid,
    ...getRidsOfReferences(lookup.get(rid)?.['services']),
  ]);
  return [...new Set(rids)]
    .flatMap((rid) => lookup.get(rid) ?? [])
    .filter(({ type }) => type === 'light');
}

/** Finds the lights that a write to a light, grouped light, scene or smart scene sets. */
export function findLightsAffectedByWrite(
  lookup: ResourceLookup,
  resource: Resource,
): readonly Resource[] {
  if (resource.type === 'light') return [resource];
  const group = findTargetGroup(lookup, resource);
  return group === undefined ? [] : findGroupLights(lookup, group);
}

/** Finds the lamps of a grouped light; none if it is not known. */
export function listGroupLamps(lookup: ResourceLookup, rid: string): readonly Resource[] {
  const group = lookup.get(rid);
  return group === undefined ? [] : findLightsAffectedByWrite(lookup, group);
}

/** Finds the room, zone or home whose lights a grouped light, scene or smart scene sets. */
export function findTargetGroup(
  lookup: Omit<ResourceLookup, 'byType'>,
  resource: Resource,
): Resource | undefined {
  const rid =
    resource.type === 'grouped_light'
      ? lookup.ownerRid(resource)
      : getNestedMember(resource, 'group', 'rid');
  return typeof rid === 'string' ? lookup.get(rid) : undefined;
}
