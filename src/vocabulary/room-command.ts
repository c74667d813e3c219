import { isObject, nearest, pathOf, roomArchetypes } from '../resources';
import type { Resource, ResourceIdentifier } from '../resources';
import { onlyMembers, without } from './members';
import { readName } from './name';
import { plainJson } from './plain-json';
import type { ResourceIndex } from './resource-index';
import { accept, refuse, refuseForState } from './result';
import type { Command, Result } from './result';
import { childrenOf, freeOfOtherRooms, readChildren } from './room-children';
import { checkedBody } from './service-body';
import type { BodyOptions } from './service-body';

/** What a room command is read against. */
export interface RoomOptions extends BodyOptions {
  /** Names and devices of the home. */
  home: ResourceIndex;
  /** The room that is changed; undefined for a new one. */
  room?: Resource | undefined;
}

const plainWords = ['name', 'archetype', 'children', 'add', 'remove'];
const words = [...plainWords, 'metadata', 'geometry', 'type'];

/** What people write, and what they mean by it. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['devices', 'children'],
  ['lights', 'children'],
  ['lamps', 'children'],
  ['members', 'children'],
  ['icon', 'archetype'],
  ['class', 'archetype'],
  ['delete', 'remove'],
]);

/** What a room is when nobody says so. */
const usualArchetype = 'other';

/**
 * Reads what a flow wants of a room: `{name, archetype, children}` for a new one; for a change also
 * `add` and `remove`; a text alone is the name. The service's own body is taken too.
 *
 * @param payload what the flow sent; devices are given by id, name or `Room/Name`, and the name of a
 *   lamp stands for its device
 * @param operation `create` for a new room, `update` for a change
 * @returns the body of the POST or PUT. A problem with `needs: 'state'` asks for the room's state.
 */
export function roomCommand(
  payload: unknown,
  operation: 'create' | 'update',
  options: RoomOptions,
): Result<Command> {
  const at = options.at ?? 'payload';
  const plain = plainJson(payload, at);
  if (!plain.ok) return plain;
  const wish = typeof plain.value === 'string' ? { name: plain.value } : plain.value;
  if (!isObject(wish))
    return refuse(at, 'a name, or an object with name, archetype, children', payload);
  const known = onlyMembers(wish, words, at, elsewhere);
  if (!known.ok) return known;
  const metadata = readMetadata(wish, operation, at);
  if (!metadata.ok) return metadata;
  const children = readWishedChildren(wish, operation, { ...options, at });
  if (!children.ok) return children;
  const body = { ...without(wish, plainWords), ...metadata.value, ...children.value.body };
  if (Object.keys(body).length === 0) {
    return refuse(at, `something to do, such as ${plainWords.join(', ')}`, payload);
  }
  return checkedBody('room', operation, body, options, children.value.warnings);
}

function readMetadata(
  wish: Record<string, unknown>,
  operation: 'create' | 'update',
  at: string,
): Result<Record<string, unknown>> {
  const { name, archetype, metadata } = wish;
  if (metadata !== undefined) {
    return name === undefined && archetype === undefined
      ? accept({ metadata })
      : refuse(at, 'either metadata or name and archetype, not both', wish);
  }
  const written: Record<string, unknown> = {};
  if (name !== undefined || operation === 'create') {
    const called = readName(name, pathOf(at, 'name'));
    if (!called.ok) return called;
    written['name'] = called.value;
  }
  if (archetype !== undefined) {
    const kind = readArchetype(archetype, pathOf(at, 'archetype'));
    if (!kind.ok) return kind;
    written['archetype'] = kind.value;
  } else if (operation === 'create') {
    written['archetype'] = usualArchetype;
  }
  return accept(Object.keys(written).length === 0 ? {} : { metadata: written });
}

function readArchetype(value: unknown, at: string): Result<string> {
  const text = typeof value === 'string' && value.length <= 64 ? value : '';
  const archetype = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const found = roomArchetypes.find((known) => known === archetype);
  return found === undefined
    ? refuse(at, `one of ${roomArchetypes.join(', ')}`, value, nearest(archetype, roomArchetypes))
    : accept(found);
}

interface WishedChildren {
  body: { children?: readonly ResourceIdentifier[] };
  warnings: readonly string[];
}

function readWishedChildren(
  wish: Record<string, unknown>,
  operation: 'create' | 'update',
  options: RoomOptions & { at: string },
): Result<WishedChildren> {
  const { children, add, remove } = wish;
  const { at, home, room } = options;
  if (add === undefined && remove === undefined) {
    if (children === undefined) {
      return accept({ body: operation === 'create' ? { children: [] } : {}, warnings: [] });
    }
    const read = readChildren(children, pathOf(at, 'children'), home);
    const free = read.ok ? freeOfOtherRooms(read.value, room, home) : read;
    return free.ok
      ? accept({ body: { children: free.value.map((child) => child.reference) }, warnings: [] })
      : free;
  }
  const word = add === undefined ? 'remove' : 'add';
  if (children !== undefined) return refuse(at, `either children or ${word}, not both`, wish);
  if (operation === 'create') {
    return refuse(pathOf(at, word), 'children instead, for a new room', wish[word]);
  }
  return room === undefined
    ? refuseForState(pathOf(at, word), 'a room whose devices are known', wish[word])
    : changeChildren(room, add, remove, options);
}

function changeChildren(
  room: Resource,
  add: unknown,
  remove: unknown,
  { at, home }: RoomOptions & { at: string },
): Result<WishedChildren> {
  const present = new Map(childrenOf(room).map((child) => [child.rid, child]));
  const warnings: string[] = [];
  const leaving = readChildren(remove ?? [], pathOf(at, 'remove'), home);
  if (!leaving.ok) return leaving;
  for (const child of leaving.value) {
    if (!present.delete(child.reference.rid))
      warnings.push(`${child.at}: not in this room anyway.`);
  }
  const read = readChildren(add ?? [], pathOf(at, 'add'), home);
  const coming = read.ok ? freeOfOtherRooms(read.value, room, home) : read;
  if (!coming.ok) return coming;
  for (const child of coming.value) {
    if (present.has(child.reference.rid)) warnings.push(`${child.at}: already in this room.`);
    present.set(child.reference.rid, child.reference);
  }
  return accept({ body: { children: [...present.values()] }, warnings });
}
