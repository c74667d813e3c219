import type { StateCache } from '../../bridge';
import type { Resource } from '../../resources';
import { findRadio, isDeviceReachable } from '../bridge/device-info';

/**
 * Times at which radios were found unreachable, ISO 8601, by the id of the radio. Kept for each state cache, so that
 * a time stays when the last reader goes and another one comes.
 */
const timesByStateCache = new WeakMap<StateCache, Map<string, string>>();

/**
 * Returns the time at which the device of a resource was found unreachable, ISO 8601. Bridges report no such time.
 *
 * @returns undefined for a device that is reachable, or that has no radio
 */
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
