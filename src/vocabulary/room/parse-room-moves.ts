import { appendMemberToPath, isObject } from '../../resources';
import type { Resource, ResourceIdentifier } from '../../resources';
import type { ResourceIndex } from '../lookup/resource-index';
import { resolveRoomTarget } from '../lookup/target-resolvers';
import { refuseUnknownMembers } from '../parsing/object-members';
import { accept, mapResult, refuse } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import type { CommandParserOptions } from '../parsing/parse-service-body';
import { parsePlainJson } from '../parsing/plain-json';
import { findRoomsOf, parseRoomChildren } from './parse-room-command';
import type { RequestedRoomChild } from './parse-room-command';

export interface RoomMovesParserOptions extends CommandParserOptions {
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
 * @param payload `{ "move": "Floor lamp", "to": "Kitchen" }`, a list of such objects, or only devices if `to` is known.
 *   `"to": null` removes devices from their room. The name of a lamp stands for its device
 */
export function parseRoomMoves(
  payload: unknown,
  { home, to, at = 'payload' }: RoomMovesParserOptions,
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
  options: Pick<RoomMovesParserOptions, 'home' | 'to'>,
): ParseResult<RoomMove> {
  const isReference = isObject(entry) && entry['rid'] !== undefined;
  const input = isObject(entry) && !isReference ? entry : { move: entry };
  const known = refuseUnknownMembers(input, ['move', 'to'], at, suggestionByAlias);
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
  { home, to }: Pick<RoomMovesParserOptions, 'home' | 'to'>,
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

const suggestionByAlias: ReadonlyMap<string, string> = new Map([
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
