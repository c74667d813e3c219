import { evictOldest } from '../../bridge/limits/evict-oldest';
import { getNestedMember } from '../../resources/values/member-access';
import type { OpenedBridge } from '../session/open-bridge-client';

type Direction = 'up' | 'down';

/** Most lamps and groups of a bridge whose direction is remembered. */
const mostLamps = 1_000;

/** In which direction each lamp or group was dimmed last, by the client of its bridge, so that it ends with that. */
const directionsByClient = new WeakMap<object, Map<string, Direction>>();

/** The direction in which a lamp or group was dimmed last; undefined when it is not known. */
export const getLastDimDirection = ({ client }: OpenedBridge, rid: string): Direction | undefined =>
  directionsByClient.get(client)?.get(rid);

/** Remembers the direction of a command that dims; any other command changes nothing. */
export function recordLastDimDirection(
  { client }: OpenedBridge,
  rid: string,
  sentMembers: Readonly<Record<string, unknown>>,
): void {
  const action = getNestedMember(sentMembers, 'dimming_delta', 'action');
  if (action !== 'up' && action !== 'down') return;
  const directions = directionsByClient.get(client) ?? new Map<string, Direction>();
  directionsByClient.set(client, directions);
  directions.delete(rid);
  directions.set(rid, action);
  evictOldest(directions, mostLamps);
}
