import { isRoomOrZoneType, getNestedMember, getRidsOfReferences } from '../../resources';
import type { Resource } from '../../resources';
import type { GroupIndex } from './group-index';

/** Name of `bridge_home`, which has none in the API. */
export const bridgeHomeDisplayName = 'Home';

/** Longest chain of owners that is followed, which may be a circle; real ones have at most three. */
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
  let resource = get(rid);
  for (let length = 1; resource !== undefined && length <= maxChainLength; length += 1) {
    const name = getOwnName(resource);
    if (name !== undefined)
      return resource.id === rid ? name : appendControlId(get, groups, rid, name);
    const nextRid = groups.findOwnerRid(resource) ?? resource['script_id'];
    resource = typeof nextRid === 'string' ? get(nextRid) : undefined;
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
  const chain = [rid];
  let resource = get(rid);
  while (resource !== undefined && chain.length < maxChainLength) {
    if (isRoomOrZoneType(resource.type)) return resource;
    const nextRid = getNestedMember(resource, 'group', 'rid') ?? groups.findOwnerRid(resource);
    if (typeof nextRid !== 'string') break;
    chain.push(nextRid);
    resource = get(nextRid);
  }
  return groups.findContainingGroup(chain);
}

function getOwnName(resource: Resource): string | undefined {
  if (resource.type === 'bridge_home') return bridgeHomeDisplayName;
  return (
    toName(getNestedMember(resource, 'metadata', 'name')) ??
    toName(resource['name']) ??
    toName(getNestedMember(resource, 'fabric_data', 'label'))
  );
}

const toName = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Appends `control_id`, the number printed on the device, when it has several services of the type. */
function appendControlId(get: GetResource, groups: GroupIndex, rid: string, name: string): string {
  const resource = get(rid);
  const controlId = getNestedMember(resource, 'metadata', 'control_id');
  if (resource === undefined || typeof controlId !== 'number') return name;
  const deviceRid = groups.findOwnerRid(resource);
  if (deviceRid === undefined) return name;
  const sameTypeServices = getRidsOfReferences(getNestedMember(get(deviceRid), 'services')).filter(
    (service) => get(service)?.type === resource.type,
  );
  return sameTypeServices.length > 1 ? `${name} ${controlId}` : name;
}
