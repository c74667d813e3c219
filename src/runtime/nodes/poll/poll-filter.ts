import { idPattern, getNestedMember } from '../../../resources';
import type { Resource } from '../../../resources';
import type { StateCache } from '../../../bridge';
import { accept, createTargetResolver, resolveGroupTarget } from '../../../vocabulary';
import type { ParseResult, TargetResolver } from '../../../vocabulary';
import type { ResourceFilter } from '../../watch/lazy-resource-filter';
import type { PollSettings } from './poll-settings';

/**
 * Resolves names once. Does not look up ids, so that a resource that is added later matches too.
 *
 * @param targets ids, names or `Room/Name`; empty for all
 * @returns a problem if a name matches no resource or several
 */
export function resolvePollFilter(
  stateCache: StateCache,
  { rtype, room }: PollSettings,
  targets: readonly string[],
): ParseResult<ResourceFilter> {
  const rids = new Set<string | undefined>();
  for (const target of targets) {
    const targetRid = resolveRid(stateCache, target, createTargetResolver([rtype]), 'target');
    if (!targetRid.ok) return targetRid;
    rids.add(targetRid.value);
  }
  const groupRid = resolveRid(stateCache, room, resolveGroupTarget, 'room');
  if (!groupRid.ok) return groupRid;
  const isTarget: ResourceFilter = ({ id }) => rids.size === 0 || rids.has(id);
  const rid = groupRid.value;
  if (rid === undefined) return accept(isTarget);
  return accept((resource) => isTarget(resource) && isInGroup(stateCache, rid, resource));
}

function resolveRid(
  stateCache: StateCache,
  target: string,
  resolveTarget: TargetResolver,
  settingName: string,
): ParseResult<string | undefined> {
  if (target === '') return accept(undefined);
  if (idPattern.test(target) && stateCache.get(target) === undefined) return accept(target);
  const resolved = resolveTarget(stateCache, target, settingName);
  return resolved.ok ? accept(resolved.value.rid) : resolved;
}

function isInGroup(stateCache: StateCache, groupRid: string, resource: Resource): boolean {
  const owner = stateCache.ownerRid(resource);
  if (
    resource.id === groupRid ||
    owner === groupRid ||
    stateCache.room(resource.id)?.id === groupRid
  )
    return true;
  // A zone has lamps; `stateCache.room` may return their room instead.
  const children = getNestedMember(stateCache.get(groupRid) ?? {}, 'children');
  return (
    Array.isArray(children) &&
    children.some((child: unknown) => {
      const rid = getNestedMember(child, 'rid');
      return rid === resource.id || (rid === owner && owner !== undefined);
    })
  );
}
