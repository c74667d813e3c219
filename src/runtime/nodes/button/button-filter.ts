import type { StateCache } from '../../../bridge';
import { idPattern } from '../../../resources';
import type { Resource } from '../../../resources';
import { createParseSuccess, resolveButtonTarget } from '../../../vocabulary';
import type { ParseResult } from '../../../vocabulary';
import { maxCacheAges } from '../../../bridge/state/state-reader';
import type { StateReader } from '../../../bridge/state/state-reader';
import type { ResourceFilter } from '../../watch/lazy-resource-filter';

/**
 * Resolves the targets of a button node to a filter.
 *
 * @param targets ids, names or `Room/Name` of devices, or of single buttons such as `Dimmer 2`; empty for all
 * @returns a problem if a name matches no resource or several; a promise if the bridge must be read, rejected with a
 *   `BridgeError` if the read fails
 */
export function resolveButtonFilter(
  stateReader: StateReader,
  targets: readonly string[],
): ParseResult<ResourceFilter> | Promise<ParseResult<ResourceFilter>> {
  if (targets.length === 0) return createParseSuccess(() => true);
  const resolve = (stateCache: StateCache): ParseResult<ResourceFilter> => {
    const rids: string[] = [];
    for (const target of targets) {
      if (idPattern.test(target)) {
        rids.push(target);
        continue;
      }
      const resolved = resolveButtonTarget(stateCache, target);
      if (!resolved.ok) return resolved;
      rids.push(resolved.value.rid);
    }
    return createParseSuccess((resource) =>
      rids.some((rid) => isResourceOrOwner(stateCache, resource, rid)),
    );
  };
  return targets.every((target) => idPattern.test(target))
    ? resolve(stateReader.stateCache)
    : stateReader.find(resolve, maxCacheAges.forWatching, true);
}

/**
 * Returns the targets without a button on the bridge.
 *
 * @param targets ids, names or `Room/Name`
 * @param found the buttons of the targets
 */
export const findTargetsWithoutButtons = (
  stateCache: StateCache,
  targets: readonly string[],
  found: readonly Resource[],
): readonly string[] =>
  targets.filter(
    (target) =>
      found.length === 0 ||
      (idPattern.test(target) &&
        !found.some((resource) => isResourceOrOwner(stateCache, resource, target))),
  );

const isResourceOrOwner = (stateCache: StateCache, resource: Resource, rid: string): boolean =>
  resource.id === rid || stateCache.ownerRid(resource) === rid;
