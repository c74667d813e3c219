import type { StateCache } from '../../bridge';
import type { Resource } from '../../resources';
import { findRadio, isDeviceReachable } from '../bridge/device-info';

/** ISO 8601, by the id of the radio. Kept for each state cache, so that a time outlives its readers. */
const timesByStateCache = new WeakMap<StateCache, Map<string, string>>();

/** Returns ISO 8601; undefined for a device that is reachable, or that has no radio. Bridges report no such time. */
export function findUnreachableSince(
  stateCache: StateCache,
  resource: Resource,
): string | undefined {
  const radio = findRadio(stateCache, resource);
  if (radio === undefined) return undefined;
  const times = timesByStateCache.get(stateCache) ?? new Map<string, string>();
  timesByStateCache.set(stateCache, times);
  if (isDeviceReachable(radio) !== false) {
    times.delete(radio.id);
    return undefined;
  }
  const since = times.get(radio.id) ?? new Date().toISOString();
  times.set(radio.id, since);
  return since;
}
