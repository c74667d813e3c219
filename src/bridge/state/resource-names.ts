import { isGroupType, getMember, getReferencedRids } from '../../resources';
import type { Resource } from '../../resources';
import type { GroupIndex } from './group-index';

/** Name of `bridge_home`, which has none in the API. */
export const bridgeHomeName = 'Home';

/** Longest chain of owners that is followed; real ones have at most three. */
const maxChainLength = 8;

type GetResource = (rid: string) => Resource | undefined;

/**
 * Finds the display name of a resource.
 *
 * @returns its own name, else the name of its script, owner or home; undefined when none is known
 */
export function findResourceName(
  get: GetResource,
  groups: GroupIndex,
  rid: string,
): string | undefined {
  const getNextRid = (resource: Resource): unknown =>
    groups.findOwnerRid(resource) ?? getMember(resource, 'script_id');
  for (const id of collectOwnerChain(get, rid, getNextRid)) {
    const resource = get(id);
    if (resource === undefined) continue;
    const name = getOwnName(resource);
    if (name !== undefined) return id === rid ? name : appendControlId(get, groups, rid, name);
  }
  return undefined;
}

/**
 * Finds the room or zone of a resource.
 *
 * @returns the room that contains the resource or its device, or the group it belongs to; else the zone
 */
export function findResourceRoom(
  get: GetResource,
  groups: GroupIndex,
  rid: string,
): Resource | undefined {
  const getNextRid = (resource: Resource): unknown =>
    getMember(resource, 'group', 'rid') ?? groups.findOwnerRid(resource);
  const chain = collectOwnerChain(get, rid, getNextRid);
  for (const id of chain) {
    const resource = get(id);
    if (resource !== undefined && isGroupType(resource.type)) return resource;
  }
  return groups.findContainingGroup(chain);
}

/** @returns ids of a resource and its owners, the resource first; ends at a cycle */
function collectOwnerChain(
  get: GetResource,
  rid: string,
  getNextRid: (resource: Resource) => unknown,
): readonly string[] {
  const chain = [rid];
  while (chain.length < maxChainLength) {
    const resource = get(chain[chain.length - 1] ?? rid);
    const nextRid = resource === undefined ? undefined : getNextRid(resource);
    if (typeof nextRid !== 'string' || chain.includes(nextRid)) return chain;
    chain.push(nextRid);
  }
  return chain;
}

function getOwnName(resource: Resource): string | undefined {
  if (resource.type === 'bridge_home') return bridgeHomeName;
  const candidates = [
    getMember(resource, 'metadata', 'name'),
    resource['name'],
    getMember(resource, 'fabric_data', 'label'),
  ];
  return candidates.find((name): name is string => typeof name === 'string' && name !== '');
}

/** Appends `control_id`, the number printed on the device, when it has several services of the type. */
function appendControlId(get: GetResource, groups: GroupIndex, rid: string, name: string): string {
  const resource = get(rid);
  const controlId = getMember(resource, 'metadata', 'control_id');
  if (resource === undefined || typeof controlId !== 'number') return name;
  const deviceRid = groups.findOwnerRid(resource);
  if (deviceRid === undefined) return name;
  const sameTypeServices = getReferencedRids(getMember(get(deviceRid), 'services')).filter(
    (service) => get(service)?.type === resource.type,
  );
  return sameTypeServices.length > 1 ? `${name} ${controlId}` : name;
}
