import { idPattern } from '../../resources/values/id-pattern';
import type { ResolvedResource, TargetResolver } from '../../vocabulary';
import { toCommandError } from '../settings/node-errors';
import { maxCacheAges } from '../bridge/state-cache';
import type { StateCache } from '../bridge/state-cache';

/**
 * Finds the resource that a node watches. For an address that is not found, the bridge is read once more.
 *
 * @param address id, name or `Room/Name`
 * @param resolveTarget finds it among the resources of the bridge
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for an address that matches no resource or several; what the client
 *   throws when the bridge cannot be read
 */
export async function findWatchedResource(
  stateCache: StateCache,
  address: string,
  resolveTarget: TargetResolver,
): Promise<ResolvedResource> {
  const found = await stateCache.find(
    (mirror) => resolveTarget(mirror, address),
    maxCacheAges.forWatching,
    !idPattern.test(address),
  );
  if (found.ok) return found.value;
  throw toCommandError(found.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
}
