import { idPattern, isObject, member, pathOf } from '../resources';
import type { Resource, ResourceIdentifier } from '../resources';
import { isNameOf, resolveAddress } from './address';
import type { ResourceIndex } from './resource-index';
import { accept, refuse, refuseForConflict } from './result';
import type { Result } from './result';

/** Most devices that one message may name. */
const mostChildren = 500;

/** A device, and what the message called it. */
export interface Child {
  reference: ResourceIdentifier;
  /** Path of the entry. */
  at: string;
  called: unknown;
}

/**
 * Reads the devices of a room.
 *
 * @param value one entry or a list; an entry is an id, a name, `Room/Name` or a reference. The name
 *   or id of a lamp, sensor or other service stands for the device that offers it.
 * @returns each device once, in the order of the message
 */
export function readChildren(
  value: unknown,
  at: string,
  home: ResourceIndex,
): Result<readonly Child[]> {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length > mostChildren) return refuse(at, `at most ${mostChildren} devices`, value);
  const children = new Map<string, Child>();
  for (const [index, entry] of entries.entries()) {
    const path = Array.isArray(value) ? pathOf(at, index) : at;
    const reference = readChild(entry, path, home);
    if (!reference.ok) return reference;
    const known = children.has(reference.value.rid);
    if (!known) {
      children.set(reference.value.rid, { reference: reference.value, at: path, called: entry });
    }
  }
  return accept([...children.values()]);
}

function readChild(value: unknown, at: string, home: ResourceIndex): Result<ResourceIdentifier> {
  if (isObject(value)) return readReference(value, at);
  if (typeof value !== 'string') return refuse(at, 'the id or name of a device', value);
  const known = idPattern.test(value) ? home.get(value) : undefined;
  if (known !== undefined) return deviceOf(known, at, value, home);
  const rtype =
    idPattern.test(value) || isNameOf(home, value, 'device') || !isNameOf(home, value, 'light')
      ? 'device'
      : 'light';
  const target = resolveAddress(home, value, [rtype], at);
  if (!target.ok) return target;
  const { resource, rid } = target.value;
  return resource === undefined
    ? accept({ rid, rtype: 'device' })
    : deviceOf(resource, at, value, home);
}

function readReference(value: Record<string, unknown>, at: string): Result<ResourceIdentifier> {
  const { rid, rtype } = value;
  return typeof rid === 'string' && idPattern.test(rid) && typeof rtype === 'string'
    ? accept({ rid, rtype })
    : refuse(at, 'the id or name of a device, or {rid, rtype}', value);
}

/** The device that a resource is, or belongs to. */
function deviceOf(
  resource: Resource,
  at: string,
  called: string,
  home: ResourceIndex,
): Result<ResourceIdentifier> {
  if (resource.type === 'device') return accept({ rid: resource.id, rtype: 'device' });
  const owner = member(resource, 'owner', 'rid');
  return member(resource, 'owner', 'rtype') === 'device' && typeof owner === 'string'
    ? accept({ rid: owner, rtype: 'device' })
    : refuse(
        at,
        'the id or name of a device',
        `${resource.type} ${nameFor(called, resource.id, home)}`,
      );
}

/**
 * Makes sure that no device stands in a second room, which a bridge answers with a conflict.
 *
 * @param room the room that is changed; undefined for a new one
 */
export function freeOfOtherRooms(
  children: readonly Child[],
  room: Resource | undefined,
  home: ResourceIndex,
): Result<readonly Child[]> {
  for (const child of children) {
    const other = home
      .byType('room')
      .find((candidate) => candidate.id !== room?.id && holds(candidate, child.reference.rid));
    if (other !== undefined) {
      const name = home.name(other.id) ?? other.id;
      const expected = `a device that is in no other room (it is in ${name}: remove it there first)`;
      const called = nameFor(child.called, child.reference.rid, home);
      return refuseForConflict(child.at, expected, called);
    }
  }
  return accept(children);
}

/** References that a room holds. */
export function childrenOf(room: Resource): readonly ResourceIdentifier[] {
  const children = member(room, 'children');
  if (!Array.isArray(children)) return [];
  return children.flatMap((child: unknown) => {
    const [rid, rtype] = [member(child, 'rid'), member(child, 'rtype')];
    return typeof rid === 'string' && typeof rtype === 'string' ? [{ rid, rtype }] : [];
  });
}

/** What people call something that a message or a dialog gives by its id. */
const nameFor = <Called>(called: Called, rid: string, home: ResourceIndex): Called | string =>
  typeof called === 'string' && !idPattern.test(called) ? called : (home.name(rid) ?? called);

const holds = (room: Resource, rid: string): boolean =>
  childrenOf(room).some((child) => child.rid === rid);
