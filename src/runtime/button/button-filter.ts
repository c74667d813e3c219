import type { Mirror } from '../../bridge';
import { idPattern } from '../../resources';
import { acceptValue, resolveButtonTarget } from '../../vocabulary';
import type { ParseResult } from '../../vocabulary';
import { maxCacheAge } from '../session/state-cache';
import type { StateCache } from '../session/state-cache';
import type { ResourceFilter } from '../watching/lazy-resource-filter';

/**
 * Resolves the target of a button node to a filter.
 *
 * @param target id, name or `Room/Name` of a device or of one button, which is named after its device
 *   and its number, such as `Dimmer 2`; empty for all
 * @returns a problem when a name matches no resource or several
 * @throws {BridgeError} when the bridge must be read and the request fails
 */
export async function resolveButtonFilter(
  stateCache: StateCache,
  target: string,
): Promise<ParseResult<ResourceFilter>> {
  if (target === '') return acceptValue(() => true);
  if (idPattern.test(target)) return acceptValue(matchesResourceOrOwner(stateCache.mirror, target));
  const resolved = await stateCache.find(
    (mirror) => resolveButtonTarget(mirror, target),
    maxCacheAge.forWatching,
    true,
  );
  return resolved.ok
    ? acceptValue(matchesResourceOrOwner(stateCache.mirror, resolved.value.rid))
    : resolved;
}

const matchesResourceOrOwner =
  (mirror: Mirror, rid: string): ResourceFilter =>
  (resource) =>
    resource.id === rid || mirror.ownerRid(resource) === rid;
