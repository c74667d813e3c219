import { isGroupType, member } from '../../resources';
import type { Resource } from '../../resources';
import { referencedRids } from './group-index';
import type { GroupIndex } from './group-index';

/** Name of the whole home, which has none on the wire. */
export const homeName = 'Home';

/** Longest chain of owners that is followed; real ones end after three. */
const longestChain = 8;

type Lookup = (rid: string) => Resource | undefined;

/**
 * Names a resource as people do.
 *
 * @returns its own name, else the name of its script, owner or home; undefined when none is known
 */
export function resourceName(get: Lookup, groups: GroupIndex, rid: string): string | undefined {
  const next = (resource: Resource): unknown =>
    groups.ownerOf(resource) ?? member(resource, 'script_id');
  for (const id of chainOf(get, rid, next)) {
    const resource = get(id);
    if (resource === undefined) continue;
    const name = ownName(resource);
    if (name !== undefined) return id === rid ? name : withControl(get, rid, name);
  }
  return undefined;
}

/**
 * Finds where a resource stands.
 *
 * @returns the room that holds the resource, its device, or the group it acts for; else the zone
 */
export function resourceRoom(get: Lookup, groups: GroupIndex, rid: string): Resource | undefined {
  const next = (resource: Resource): unknown =>
    member(resource, 'group', 'rid') ?? groups.ownerOf(resource);
  const chain = chainOf(get, rid, next);
  for (const id of chain) {
    const resource = get(id);
    if (resource !== undefined && isGroupType(resource.type)) return resource;
  }
  return groups.holderOf(chain);
}

/** Ids from a resource outward; a chain that bites its tail ends. */
function chainOf(
  get: Lookup,
  rid: string,
  next: (resource: Resource) => unknown,
): readonly string[] {
  const chain = [rid];
  while (chain.length < longestChain) {
    const resource = get(chain[chain.length - 1] ?? rid);
    const outer = resource === undefined ? undefined : next(resource);
    if (typeof outer !== 'string' || chain.includes(outer)) return chain;
    chain.push(outer);
  }
  return chain;
}

function ownName(resource: Resource): string | undefined {
  if (resource.type === 'bridge_home') return homeName;
  const candidates = [
    member(resource, 'metadata', 'name'),
    resource['name'],
    member(resource, 'fabric_data', 'label'),
  ];
  return candidates.find((name): name is string => typeof name === 'string' && name !== '');
}

/** Buttons of one device are told apart by the number printed beside them, `control_id`. */
function withControl(get: Lookup, rid: string, name: string): string {
  const resource = get(rid);
  const control = member(resource, 'metadata', 'control_id');
  const device = member(resource, 'owner', 'rid');
  if (resource === undefined || typeof control !== 'number' || typeof device !== 'string') {
    return name;
  }
  const alike = referencedRids(member(get(device), 'services')).filter(
    (service) => get(service)?.type === resource.type,
  );
  return alike.length > 1 ? `${name} ${control}` : name;
}
