import {
  isObject,
  appendMemberToPath,
  getListMember,
  getNestedMember,
  getTextMember,
} from '../resources/members';
import type { Members } from '../resources/members';
import { findNearestName } from '../resources/nearest-name';
import { roomArchetypes } from '../resources/types/groups';
import { idPattern } from '../resources/identifiers';
import type { Resource } from '../resources/resource';
import type { ResourceIdentifier } from '../resources/schemas';
import { refuseUnknownMembers, omitMembers, parseName } from './values';
import { parsePlainJson } from './plain-json';
import { isExistingResourceName, resolveResource, resolveRoomTarget } from './lookup';
import type { ResourceIndex } from './lookup';
import {
  accept,
  refuse,
  refuseWithout,
  mapResult,
  refuseBoth,
  refuseConflict,
} from './parse-result';
import type { ParsedCommandBody, ParseResult } from './parse-result';
import { checkCommandBody } from './service-body';
import type { CommandOptions } from './service-body';
import type { roomAndZoneTypes } from '../resources/group-types';

export interface RoomCommandOptions extends CommandOptions {
  home: ResourceIndex;
  /** Undefined for a new room or zone. */
  room?: Resource | undefined;
  /** A room if missing. */
  rtype?: RoomOrZoneType;
}

/**
 * Makes the body that creates or changes a room or zone.
 *
 * @param payload words of the help of the room node, or the service's own body. In a room, the name of a lamp stands
 *   for its device; in a zone, the name of a device stands for its lamps
 */
export function parseRoomCommand(
  payload: unknown,
  operation: 'create' | 'update',
  options: RoomCommandOptions,
): ParseResult<ParsedCommandBody> {
  const at = options.at ?? 'payload';
  const plain = parsePlainJson(payload, at);
  if (!plain.ok) return plain;
  const input = typeof plain.value === 'string' ? { name: plain.value } : plain.value;
  if (!isObject(input)) return refuse(at, { kind: 'roomCommand' }, payload);
  const known = refuseUnknownMembers(input, allowedMembers, at, suggestionByAlias);
  if (!known.ok) return known;
  const metadata = parseMetadata(input, operation, at);
  if (!metadata.ok) return metadata;
  const children = parseChildrenUpdate(input, operation, { ...options, at });
  if (!children.ok) return children;
  const body = { ...omitMembers(input, plainMembers), ...metadata.value, ...children.value.body };
  if (Object.keys(body).length === 0) {
    return refuse(at, { kind: 'toDo', values: plainMembers }, payload);
  }
  const { rtype = 'room' } = options;
  return checkCommandBody(rtype, operation, body, options, children.value.warnings);
}

const plainMembers = ['name', 'archetype', 'children', 'add', 'remove'];
const allowedMembers = [...plainMembers, 'metadata', 'geometry', 'type'];

/** Suggested for both: `children` removes everything else from a room. */
const addOrReplace = 'add (beside what is there) or children (just these)';

const suggestionByAlias: ReadonlyMap<string, string> = new Map([
  ['devices', addOrReplace],
  ['lights', addOrReplace],
  ['lamps', addOrReplace],
  ['members', addOrReplace],
  ['icon', 'archetype'],
  ['class', 'archetype'],
  ['delete', 'remove'],
]);

const defaultArchetype = 'other';

function parseMetadata(
  input: Members,
  operation: 'create' | 'update',
  at: string,
): ParseResult<Members> {
  const { name, archetype, metadata } = input;
  if (metadata !== undefined) {
    return name === undefined && archetype === undefined
      ? accept({ metadata })
      : refuse(at, { kind: 'roomMetadata' }, input);
  }
  const metadataBody: Record<string, unknown> = {};
  if (name !== undefined || operation === 'create') {
    const parsedName = parseName(name, appendMemberToPath(at, 'name'));
    if (!parsedName.ok) return parsedName;
    metadataBody['name'] = parsedName.value;
  }
  if (archetype !== undefined) {
    const parsedArchetype = parseArchetype(archetype, appendMemberToPath(at, 'archetype'));
    if (!parsedArchetype.ok) return parsedArchetype;
    metadataBody['archetype'] = parsedArchetype.value;
  } else if (operation === 'create') {
    metadataBody['archetype'] = defaultArchetype;
  }
  return accept(Object.keys(metadataBody).length === 0 ? {} : { metadata: metadataBody });
}

function parseArchetype(value: unknown, at: string): ParseResult<string> {
  const text = typeof value === 'string' && value.length <= 64 ? value.trim().toLowerCase() : '';
  const archetype = text.replace(/[\s-]+/g, '_');
  if (roomArchetypes.some((known) => known === archetype)) return accept(archetype);
  const expected = { kind: 'oneOf', values: roomArchetypes } as const;
  const suggestion = findNearestName(archetype, roomArchetypes);
  return refuse(at, expected, value, suggestion);
}

interface ChildrenUpdate {
  body: { children?: readonly ResourceIdentifier[] };
  warnings: readonly string[];
}

function parseChildrenUpdate(
  input: Members,
  operation: 'create' | 'update',
  options: RoomCommandOptions & { at: string },
): ParseResult<ChildrenUpdate> {
  const { children, add, remove } = input;
  const { at, room } = options;
  if (add === undefined && remove === undefined) {
    if (children === undefined) {
      return accept({
        body: operation === 'create' ? { children: [] } : {},
        warnings: [],
      });
    }
    const checked = parseFreeChildren(children, appendMemberToPath(at, 'children'), options);
    return mapResult(checked, (list) => ({
      body: { children: list.map((child) => child.reference) },
      warnings: [],
    }));
  }
  const memberName = add === undefined ? 'remove' : 'add';
  if (children !== undefined) return refuseBoth(at, 'children', memberName, input);
  const [path, received] = [appendMemberToPath(at, memberName), input[memberName]];
  if (operation === 'create') return refuse(path, { kind: 'childrenInstead' }, received);
  return room === undefined
    ? refuseWithout('state', path, 'a room whose devices are known', received)
    : applyChildrenChanges(room, add, remove, options);
}

/** Refuses devices of another room. */
function parseFreeChildren(
  value: unknown,
  at: string,
  { home, room, rtype }: RoomCommandOptions,
): ParseResult<readonly RequestedRoomChild[]> {
  const parsed = parseRoomChildren(value, at, home, rtype);
  return parsed.ok && rtype !== 'zone'
    ? refuseChildrenOfOtherRooms(parsed.value, room, home)
    : parsed;
}

function applyChildrenChanges(
  room: Resource,
  add: unknown,
  remove: unknown,
  options: RoomCommandOptions & { at: string },
): ParseResult<ChildrenUpdate> {
  const { at, home, rtype = 'room' } = options;
  const childrenById = new Map(getRoomChildren(room).map((child) => [child.rid, child]));
  const warnings: string[] = [];
  const removeAt = appendMemberToPath(at, 'remove');
  const removedChildren = parseRoomChildren(remove ?? [], removeAt, home, rtype);
  if (!removedChildren.ok) return removedChildren;
  for (const child of removedChildren.value) {
    if (!childrenById.delete(child.reference.rid))
      warnings.push(`${child.at}: not in this ${rtype} anyway.`);
  }
  const addedChildren = parseFreeChildren(add ?? [], appendMemberToPath(at, 'add'), options);
  if (!addedChildren.ok) return addedChildren;
  for (const child of addedChildren.value) {
    if (childrenById.has(child.reference.rid))
      warnings.push(`${child.at}: already in this ${rtype}.`);
    childrenById.set(child.reference.rid, child.reference);
  }
  return accept({ body: { children: [...childrenById.values()] }, warnings });
}

const maxChildren = 500;

/** A room has devices as children, a zone has lamps. */
export type RoomOrZoneType = (typeof roomAndZoneTypes)[number];

interface RequestedRoomChild {
  reference: ResourceIdentifier;
  at: string;
  input: unknown;
}

/**
 * @param value an id, a name, `Room/Name` or a reference, or a list of these. For a room, a service stands for its
 *   device; for a zone, a device stands for its lamps.
 * @returns each device or lamp once, in the order of the message
 */
function parseRoomChildren(
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
function refuseChildrenOfOtherRooms(
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

export interface RoomMoveOptions extends CommandOptions {
  home: ResourceIndex;
  /** If the message names no room. */
  to?: Resource | undefined;
}

interface RoomMove {
  readonly devices: readonly RequestedRoomChild[];
  /** Undefined to remove the devices from their room. */
  readonly to: Resource | undefined;
}

export interface RoomDevicesChange {
  readonly room: Resource;
  readonly devices: readonly ResourceIdentifier[];
}

export interface RoomMovePlan {
  /** First, since a device is in one room at most. */
  readonly leaving: readonly RoomDevicesChange[];
  readonly entering: readonly RoomDevicesChange[];
  /** A payload for the same operation; undefined if nothing moves. */
  readonly undo: unknown;
  readonly warnings: readonly string[];
}

/**
 * Reads which devices move to which room.
 *
 * @param payload `{ "move": "Floor lamp", "to": "Kitchen" }`, a list of such objects, or only devices if `to` is known.
 *   `"to": null` removes devices from their room. The name of a lamp stands for its device
 */
export function parseRoomMoves(
  payload: unknown,
  { home, to, at = 'payload' }: RoomMoveOptions,
): ParseResult<readonly RoomMove[]> {
  const plain = parsePlainJson(payload, at);
  if (!plain.ok) return plain;
  const entries = isMoveList(plain.value) ? plain.value : [plain.value];
  const moves: RoomMove[] = [];
  const movedRids = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const path = isMoveList(plain.value) ? appendMemberToPath(at, index) : at;
    const move = parseRoomMove(entry, path, { home, to });
    if (!move.ok) return move;
    const repeated = move.value.devices.find(({ reference }) => movedRids.has(reference.rid));
    if (repeated !== undefined) return refuse(repeated.at, 'each device once', repeated.input);
    for (const { reference } of move.value.devices) movedRids.add(reference.rid);
    moves.push(move.value);
  }
  return accept(moves);
}

export const isRoomMovePayload = (payload: unknown): boolean =>
  isMove(payload) || isMoveList(payload);

const isMove = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && value['move'] !== undefined;

const isMoveList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.some(isMove);

const expectedMove = 'the devices that move, such as { "move": "Floor lamp", "to": "Kitchen" }';

function parseRoomMove(
  entry: unknown,
  at: string,
  options: Pick<RoomMoveOptions, 'home' | 'to'>,
): ParseResult<RoomMove> {
  const isReference = isObject(entry) && entry['rid'] !== undefined;
  const input = isObject(entry) && !isReference ? entry : { move: entry };
  const known = refuseUnknownMembers(input, ['move', 'to'], at, moveSuggestionByAlias);
  if (!known.ok) return known;
  const { move } = input;
  if (move === undefined || (Array.isArray(move) && move.length === 0))
    return refuse(at, expectedMove, entry);
  const moveAt = input === entry ? appendMemberToPath(at, 'move') : at;
  const devices = parseRoomChildren(move, moveAt, options.home);
  if (!devices.ok) return devices;
  return mapResult(parseRoom(input['to'], appendMemberToPath(at, 'to'), options), (to) => ({
    devices: devices.value,
    to,
  }));
}

/** Undefined for no room. */
function parseRoom(
  value: unknown,
  at: string,
  { home, to }: Pick<RoomMoveOptions, 'home' | 'to'>,
): ParseResult<Resource | undefined> {
  if (value === null) return accept(undefined);
  if (value === undefined) {
    return to === undefined
      ? refuse(at, 'the room to move to, or null for none', undefined)
      : accept(to);
  }
  const room = resolveRoomTarget(home, isObject(value) ? value['rid'] : value, at);
  return room.ok && room.value.resource === undefined
    ? refuse(at, 'the id or name of a room', value)
    : mapResult(room, ({ resource }) => resource);
}

const moveSuggestionByAlias: ReadonlyMap<string, string> = new Map([
  ['room', 'to'],
  ['into', 'to'],
  ['target', 'to'],
  ['device', 'move'],
  ['devices', 'move'],
  ['lamp', 'move'],
  ['add', 'move'],
]);

export function planRoomMoves(moves: readonly RoomMove[], home: ResourceIndex): RoomMovePlan {
  const leaving: ChangesByRoom = new Map();
  const entering: ChangesByRoom = new Map();
  const returning = new Map<string | null, string[]>();
  const warnings: string[] = [];
  for (const { devices, to } of moves) {
    for (const { reference, at } of devices) {
      const rooms = findRoomsOf(reference.rid, home);
      const isThere = to === undefined ? rooms.length === 0 : rooms.some(({ id }) => id === to.id);
      if (isThere) {
        const place = to === undefined ? 'no room' : (home.name(to.id) ?? to.id);
        warnings.push(`${at}: in ${place} anyway.`);
        continue;
      }
      for (const room of rooms) addDevice(leaving, room, reference);
      if (to !== undefined) addDevice(entering, to, reference);
      const from = rooms[0]?.id ?? null;
      returning.set(from, [...(returning.get(from) ?? []), reference.rid]);
    }
  }
  const undoMoves = [...returning].map(([to, move]) => ({ move, to }));
  return {
    leaving: [...leaving.values()],
    entering: [...entering.values()],
    undo: undoMoves.length > 1 ? undoMoves : undoMoves[0],
    warnings,
  };
}

type ChangesByRoom = Map<string, { room: Resource; devices: ResourceIdentifier[] }>;

function addDevice(changes: ChangesByRoom, room: Resource, device: ResourceIdentifier): void {
  const change = changes.get(room.id) ?? { room, devices: [] };
  change.devices.push(device);
  changes.set(room.id, change);
}
