import { idPattern, isObject, getMember, appendPath } from '../../resources';
import type { Resource, ResourceIdentifier } from '../../resources';
import { isResourceName, resolveResource } from '../lookup/resolve-resource';
import type { ResourceIndex } from '../lookup/resource-index';
import { acceptValue, refuseValue, refuseForConflict } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';

/** Most devices that one message may name. */
const maxChildren = 500;

/** A device, and the entry of the message that names it. */
export interface RoomChild {
  reference: ResourceIdentifier;
  /** Path of the entry. */
  at: string;
  input: unknown;
}

/**
 * Parses the devices of a room.
 *
 * @param value one entry or a list; an entry is an id, a name, `Room/Name` or a reference. The name
 *   or id of a lamp, sensor or other service stands for the device that offers it.
 * @returns each device once, in the order of the message
 */
export function parseRoomChildren(
  value: unknown,
  at: string,
  home: ResourceIndex,
): ParseResult<readonly RoomChild[]> {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length > maxChildren) return refuseValue(at, `at most ${maxChildren} devices`, value);
  const children = new Map<string, RoomChild>();
  for (const [index, entry] of entries.entries()) {
    const path = Array.isArray(value) ? appendPath(at, index) : at;
    const reference = parseRoomChild(entry, path, home);
    if (!reference.ok) return reference;
    const isListed = children.has(reference.value.rid);
    if (!isListed) {
      children.set(reference.value.rid, { reference: reference.value, at: path, input: entry });
    }
  }
  return acceptValue([...children.values()]);
}

function parseRoomChild(
  value: unknown,
  at: string,
  home: ResourceIndex,
): ParseResult<ResourceIdentifier> {
  if (isObject(value)) return parseReference(value, at);
  if (typeof value !== 'string') return refuseValue(at, 'the id or name of a device', value);
  const resourceWithId = idPattern.test(value) ? home.get(value) : undefined;
  if (resourceWithId !== undefined) return toDeviceReference(resourceWithId, at, value, home);
  const rtype =
    idPattern.test(value) ||
    isResourceName(home, value, 'device') ||
    !isResourceName(home, value, 'light')
      ? 'device'
      : 'light';
  const target = resolveResource(home, value, [rtype], at);
  if (!target.ok) return target;
  const { resource, rid } = target.value;
  return resource === undefined
    ? acceptValue({ rid, rtype: 'device' })
    : toDeviceReference(resource, at, value, home);
}

function parseReference(
  value: Record<string, unknown>,
  at: string,
): ParseResult<ResourceIdentifier> {
  const { rid, rtype } = value;
  return typeof rid === 'string' && idPattern.test(rid) && typeof rtype === 'string'
    ? acceptValue({ rid, rtype })
    : refuseValue(at, 'the id or name of a device, or {rid, rtype}', value);
}

/** The device that a resource is, or belongs to. */
function toDeviceReference(
  resource: Resource,
  at: string,
  input: string,
  home: ResourceIndex,
): ParseResult<ResourceIdentifier> {
  if (resource.type === 'device') return acceptValue({ rid: resource.id, rtype: 'device' });
  const owner = home.ownerRid(resource);
  return owner !== undefined && isDevice(resource, owner, home)
    ? acceptValue({ rid: owner, rtype: 'device' })
    : refuseValue(
        at,
        'the id or name of a device',
        `${resource.type} ${toDisplayName(input, resource.id, home)}`,
      );
}

const isDevice = (service: Resource, owner: string, home: ResourceIndex): boolean =>
  (home.get(owner)?.type ?? getMember(service, 'owner', 'rtype')) === 'device';

/**
 * Refuses devices that are in another room, which a bridge would reject as a conflict.
 *
 * @param room the room that is changed; undefined for a new one
 */
export function refuseChildrenOfOtherRooms(
  children: readonly RoomChild[],
  room: Resource | undefined,
  home: ResourceIndex,
): ParseResult<readonly RoomChild[]> {
  for (const child of children) {
    const otherRoom = home
      .byType('room')
      .find(
        (candidate) => candidate.id !== room?.id && roomContains(candidate, child.reference.rid),
      );
    if (otherRoom !== undefined) {
      const name = home.name(otherRoom.id) ?? otherRoom.id;
      const expected = `a device that is in no other room (it is in ${name}: remove it there first)`;
      const displayName = toDisplayName(child.input, child.reference.rid, home);
      return refuseForConflict(child.at, expected, displayName);
    }
  }
  return acceptValue(children);
}

/** References that a room holds. */
export function getRoomChildren(room: Resource): readonly ResourceIdentifier[] {
  const children = getMember(room, 'children');
  if (!Array.isArray(children)) return [];
  return children.flatMap((child: unknown) => {
    const [rid, rtype] = [getMember(child, 'rid'), getMember(child, 'rtype')];
    return typeof rid === 'string' && typeof rtype === 'string' ? [{ rid, rtype }] : [];
  });
}

/** Name to show for an entry: the entry itself, or the name of the resource when it is an id. */
const toDisplayName = <Input>(input: Input, rid: string, home: ResourceIndex): Input | string =>
  typeof input === 'string' && !idPattern.test(input) ? input : (home.name(rid) ?? input);

const roomContains = (room: Resource, rid: string): boolean =>
  getRoomChildren(room).some((child) => child.rid === rid);
