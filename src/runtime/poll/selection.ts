import { groupTypes, idPattern, member } from '../../resources';
import type { Resource } from '../../resources';
import type { Mirror } from '../../bridge';
import { accept, resolveAddress } from '../../vocabulary';
import type { Result } from '../../vocabulary';
import type { Selection } from '../watched-selection';
import type { PollSettings } from './poll-settings';

/**
 * Works out which resources are meant. Names are looked up once; ids are taken as they are, so that a
 * resource that is not there yet, or no longer, can come back.
 *
 * @param address id, name or `Room/Name` of one resource; empty for all
 * @returns a problem when a name fits no resource or several
 */
export function selectResources(
  mirror: Mirror,
  { rtype, room }: PollSettings,
  address: string,
): Result<Selection> {
  const one = ridOf(mirror, address, [rtype], 'target');
  if (!one.ok) return one;
  const group = ridOf(mirror, room, groupTypes, 'room');
  if (!group.ok) return group;
  return accept(
    (resource) =>
      (one.value === undefined || resource.id === one.value) &&
      (group.value === undefined || isIn(mirror, group.value, resource)),
  );
}

function ridOf(
  mirror: Mirror,
  address: string,
  rtypes: Parameters<typeof resolveAddress>[2],
  at: string,
): Result<string | undefined> {
  if (address === '') return accept(undefined);
  if (idPattern.test(address) && mirror.get(address) === undefined) return accept(address);
  const found = resolveAddress(mirror, address, rtypes, at);
  return found.ok ? accept(found.value.rid) : found;
}

/** True for the room itself, for what it holds and for what acts for it. */
function isIn(mirror: Mirror, group: string, resource: Resource): boolean {
  const owner = member(resource, 'owner', 'rid');
  if (resource.id === group || owner === group || mirror.room(resource.id)?.id === group)
    return true;
  // A zone lists the lamps themselves; `room` above may name the room that they stand in.
  const children = member(mirror.get(group) ?? {}, 'children');
  return (
    Array.isArray(children) &&
    children.some((child: unknown) => {
      const rid = member(child, 'rid');
      return rid === resource.id || (rid === owner && owner !== undefined);
    })
  );
}
