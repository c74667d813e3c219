import type { Mirror } from '../../bridge';
import { idPattern } from '../../resources';
import { createParseSuccess, resolveButtonTarget } from '../../vocabulary';
import type { ParseResult } from '../../vocabulary';
import { maxCacheAges } from '../session/state-cache';
import type { StateCache } from '../session/state-cache';
import type { ResourceFilter } from '../watching/lazy-resource-filter';

/**
 * Resolves the target of a button node to a filter.
 *
 * @param target id, name or `Room/Name` of a device or of one button, which is named after its device
 *   and its number, such as `Dimmer 2`; empty for all
 * @returns a problem when a name matches no resource or several; as a promise that rejects with a `BridgeError` when
 *   the bridge must be read and cannot be
 */
export function resolveButtonFilter(
  stateCache: StateCache,
  target: string,
): ParseResult<ResourceFilter> | Promise<ParseResult<ResourceFilter>> {
  if (target === '') return createParseSuccess(() => true);
  if (idPattern.test(target))
    return createParseSuccess(matchesResourceOrOwner(stateCache.mirror, target));
  const resolve = (mirror: Mirror): ParseResult<ResourceFilter> => {
    const resolved = resolveButtonTarget(mirror, target);
    return resolved.ok
      ? createParseSuccess(matchesResourceOrOwner(mirror, resolved.value.rid))
      : resolved;
  };
  return stateCache.find(resolve, maxCacheAges.forWatching, true);
}

const matchesResourceOrOwner =
  (mirror: Mirror, rid: string): ResourceFilter =>
  (resource) =>
    resource.id === rid || mirror.ownerRid(resource) === rid;
