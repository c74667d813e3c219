import { evictOldest } from '../../../bridge/limits/evict-oldest';
import { getNestedMember } from '../../../resources/values/member-access';
import type { OpenedBridge } from '../../bridge/open-bridge-client';

type Direction = 'up' | 'down';

/** Most lamps and groups of a bridge whose direction is remembered. */
const mostLamps = 1_000;

/** A command that has dimmed a lamp or group. */
interface DimCommand {
  readonly direction: Direction;
}

/** The command that has dimmed each lamp or group last, by the client of its bridge, so that it ends with that. */
const dimCommandsByClient = new WeakMap<object, Map<string, DimCommand>>();

/** The direction in which a lamp or group was dimmed last; undefined when it is not known. */
export const getLastDimDirection = ({ client }: OpenedBridge, rid: string): Direction | undefined =>
  dimCommandsByClient.get(client)?.get(rid)?.direction;

/**
 * Remembers the direction of a command that dims; any other command changes nothing.
 *
 * @param members of the body that is sent
 * @returns takes that back where it was not carried out, unless another command has dimmed since
 */
export function recordLastDimDirection(
  { client }: OpenedBridge,
  rid: string,
  members: Readonly<Record<string, unknown>>,
): () => void {
  const action = getNestedMember(members, 'dimming_delta', 'action');
  if (action !== 'up' && action !== 'down') return () => undefined;
  const commands = dimCommandsByClient.get(client) ?? new Map<string, DimCommand>();
  dimCommandsByClient.set(client, commands);
  const before = commands.get(rid);
  const command: DimCommand = { direction: action };
  commands.delete(rid);
  commands.set(rid, command);
  evictOldest(commands, mostLamps);
  return () => {
    if (commands.get(rid) !== command) return;
    if (before === undefined) commands.delete(rid);
    else commands.set(rid, before);
  };
}
