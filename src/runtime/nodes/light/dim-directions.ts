import { evictOldest } from '../../../bridge/limits/evict-oldest';
import { getNestedMember } from '../../../resources/values/member-access';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { Members } from '../../../resources';

type Direction = 'up' | 'down';

/** For each bridge. */
const mostLamps = 1_000;

interface DimCommand {
  readonly direction: Direction;
}

/** By client: the commands end with it. */
const dimCommandsByClient = new WeakMap<object, Map<string, DimCommand>>();

export const getLastDimDirection = ({ client }: OpenedBridge, rid: string): Direction | undefined =>
  dimCommandsByClient.get(client)?.get(rid)?.direction;

/**
 * Ignores commands that do not dim.
 *
 * @param members of the body
 * @returns restores the earlier direction if the command failed and no other command has dimmed since
 */
export function recordLastDimDirection(
  { client }: OpenedBridge,
  rid: string,
  members: Members,
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
