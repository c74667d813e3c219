import { idPattern, member } from '../../resources';
import type { Resource } from '../../resources';
import type { Mirror } from '../../bridge';
import { resolveAddress } from '../../vocabulary';
import { commandError } from '../command-error';
import type { PollSettings } from './poll-settings';

/** Says which resources of the type a poll node is about. */
export type Selection = (resource: Resource) => boolean;

/**
 * Works out which resources are meant. Names are looked up once; ids are taken as they are, so that a
 * resource that is not there yet, or no longer, can come back.
 *
 * @param address id, name or `Room/Name` of one resource; empty for all
 * @throws BridgeError ERR_BRIDGE_UNKNOWN_TARGET when a name fits no resource or several
 */
export function select(mirror: Mirror, { rtype, room }: PollSettings, address: string): Selection {
  const one = address === '' ? undefined : ridOf(mirror, address, [rtype]);
  const group = room === '' ? undefined : ridOf(mirror, room, ['room', 'zone'], 'room');
  return (resource) =>
    (one === undefined || resource.id === one) &&
    (group === undefined || isIn(mirror, group, resource));
}

function ridOf(
  mirror: Mirror,
  address: string,
  rtypes: Parameters<typeof resolveAddress>[2],
  at = 'target',
): string {
  if (idPattern.test(address) && mirror.get(address) === undefined) return address;
  const found = resolveAddress(mirror, address, rtypes, at);
  if (found.ok) return found.value.rid;
  throw commandError(found.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
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
