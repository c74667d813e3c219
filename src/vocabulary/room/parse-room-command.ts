import { isObject, findNearestName, appendMemberToPath, roomArchetypes } from '../../resources';
import type { Resource, ResourceIdentifier, Members } from '../../resources';
import { refuseUnknownMembers, omitMembers } from '../parsing/object-members';
import { parseName } from '../parsing/parse-scalars';
import { parsePlainJson } from '../parsing/plain-json';
import type { ResourceIndex } from '../lookup/resource-index';
import { accept, refuse, refuseWithout, mapResult, refuseBoth } from '../parsing/parse-result';
import type { ParsedCommandBody, ParseResult } from '../parsing/parse-result';
import { getRoomChildren, refuseChildrenOfOtherRooms, parseRoomChildren } from './room-children';
import type { RoomOrZoneType, RequestedRoomChild } from './room-children';
import { checkCommandBody } from '../parsing/parse-service-body';
import type { CommandParserOptions } from '../parsing/parse-service-body';

export interface RoomCommandParserOptions extends CommandParserOptions {
  home: ResourceIndex;
  /** Undefined for a new room or zone. */
  room?: Resource | undefined;
  /** A room if missing. */
  rtype?: RoomOrZoneType;
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

/**
 * @param payload words of the help of the room node, or the service's own body. In a room, the name of a lamp stands
 *   for its device; in a zone, the name of a device stands for its lamps
 */
export function parseRoomCommand(
  payload: unknown,
  operation: 'create' | 'update',
  options: RoomCommandParserOptions,
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
  options: RoomCommandParserOptions & { at: string },
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
  { home, room, rtype }: RoomCommandParserOptions,
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
  options: RoomCommandParserOptions & { at: string },
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
