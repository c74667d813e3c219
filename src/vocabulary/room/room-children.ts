import {
  idPattern,
  isObject,
  getListMember,
  getNestedMember,
  getTextMember,
  appendMemberToPath,
} from '../../resources';
import type { roomAndZoneTypes } from '../../resources/values/group-types';
import type { Resource, ResourceIdentifier, Members } from '../../resources';
import { isExistingResourceName, resolveResource } from '../lookup/resolve-resource';
import type { ResourceIndex } from '../lookup/resource-index';
import { accept, refuse, refuseConflict } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';

const maxChildren = 500;

/** A room has devices as children, a zone has lamps. */
export type RoomOrZoneType = (typeof roomAndZoneTypes)[number];

export interface RequestedRoomChild {
  reference: ResourceIdentifier;
  at: string;
  input: unknown;
}

/**
 * @param value an id, a name, `Room/Name` or a reference, or a list of these. For a room, a service stands for its
 *   device; for a zone, a device stands for its lamps.
 * @returns each device or lamp once, in the order of the message
 */
export function parseRoomChildren(
  value: unknown,
  at: string,
  home: ResourceIndex,
  group: RoomOrZoneType = 'room',
): ParseResult<readonly RequestedRoomChild[]> {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length > maxChildren)
    return refuse(at, { kind: 'devices', maximum: maxChildren }, value);
  const children = new Map<string, RequestedRoomChild>();
  for (const [index, entry] of entries.entries()) {
    const path = Array.isArray(value) ? appendMemberToPath(at, index) : at;
    const references = parseRoomChild(entry, path, home, group);
    if (!references.ok) return references;
    for (const reference of references.value) {
      if (!children.has(reference.rid))
        children.set(reference.rid, { reference, at: path, input: entry });
    }
  }
  return accept([...children.values()]);
}

function parseRoomChild(
  value: unknown,
  at: string,
  home: ResourceIndex,
  group: RoomOrZoneType,
): ParseResult<readonly ResourceIdentifier[]> {
  if (isObject(value)) return parseReference(value, at);
  if (typeof value !== 'string') return refuse(at, expectedChildren[group], value);
  const resourceWithId = idPattern.test(value) ? home.get(value) : undefined;
  if (resourceWithId !== undefined) return toReferences(group, resourceWithId, at, value, home);
  const rtype =
    idPattern.test(value) ||
    isExistingResourceName(home, value, 'device') ||
    !isExistingResourceName(home, value, 'light')
      ? 'device'
      : 'light';
  const target = resolveResource(home, value, [rtype], at);
  if (!target.ok) return target;
  const { resource, rid } = target.value;
  return resource === undefined
    ? accept([{ rid, rtype: group === 'room' ? 'device' : 'light' }])
    : toReferences(group, resource, at, value, home);
}

const expectedChildren = {
  room: { kind: 'idOrName', types: ['device'] },
  zone: { kind: 'lampIdOrName' },
} as const;

function parseReference(value: Members, at: string): ParseResult<readonly ResourceIdentifier[]> {
  const { rid, rtype } = value;
  return typeof rid === 'string' && idPattern.test(rid) && typeof rtype === 'string'
    ? accept([{ rid, rtype }])
    : refuse(at, { kind: 'deviceOrReference' }, value);
}

function toReferences(
  group: RoomOrZoneType,
  resource: Resource,
  at: string,
  input: string,
  home: ResourceIndex,
): ParseResult<readonly ResourceIdentifier[]> {
  const { id, type } = resource;
  const rids = group === 'room' ? findDevice(resource, home) : findLamps(resource, home);
  const rtype = group === 'room' ? 'device' : 'light';
  return rids.length > 0
    ? accept(rids.map((rid) => ({ rid, rtype })))
    : refuse(at, expectedChildren[group], `${type} ${toDisplayName(input, id, home)}`);
}

function findDevice(resource: Resource, home: ResourceIndex): readonly string[] {
  if (resource.type === 'device') return [resource.id];
  const owner = home.ownerRid(resource);
  return owner !== undefined && isDevice(resource, owner, home) ? [owner] : [];
}

function findLamps(resource: Resource, home: ResourceIndex): readonly string[] {
  if (resource.type === 'light') return [resource.id];
  const device = resource.type === 'device' ? resource.id : home.ownerRid(resource);
  const lamps = home.byType('light').filter((light) => home.ownerRid(light) === device);
  return lamps.map(({ id }) => id);
}

const isDevice = (service: Resource, owner: string, home: ResourceIndex): boolean =>
  (home.get(owner)?.type ?? getNestedMember(service, 'owner', 'rtype')) === 'device';

/**
 * A bridge would reject these devices as a conflict.
 *
 * @param room undefined for a new room
 */
export function refuseChildrenOfOtherRooms(
  children: readonly RequestedRoomChild[],
  room: Resource | undefined,
  home: ResourceIndex,
): ParseResult<readonly RequestedRoomChild[]> {
  for (const child of children) {
    const otherRoom = findRoomsOf(child.reference.rid, home).find(({ id }) => id !== room?.id);
    if (otherRoom !== undefined) {
      const name = home.name(otherRoom.id) ?? otherRoom.id;
      const expected = `a device that is in no other room (it is in ${name}: move it, or remove it there first)`;
      const displayName = toDisplayName(child.input, child.reference.rid, home);
      return refuseConflict(child.at, expected, displayName);
    }
  }
  return accept(children);
}

export function getRoomChildren(room: Resource): readonly ResourceIdentifier[] {
  return getListMember(room, 'children').flatMap((child) => {
    const [rid, rtype] = [getTextMember(child, 'rid'), getTextMember(child, 'rtype')];
    return rid === undefined || rtype === undefined ? [] : [{ rid, rtype }];
  });
}

const toDisplayName = <Input>(input: Input, rid: string, home: ResourceIndex): Input | string =>
  typeof input === 'string' && !idPattern.test(input) ? input : (home.name(rid) ?? input);

/** One room at most, unless the bridge is wrong. */
export const findRoomsOf = (rid: string, home: ResourceIndex): readonly Resource[] =>
  home.byType('room').filter((room) => getRoomChildren(room).some((child) => child.rid === rid));
