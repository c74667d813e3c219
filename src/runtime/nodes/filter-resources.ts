import type { StateCache } from '../../bridge';
import { idPattern } from '../../resources/identifiers';
import { getNestedMember } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { createTargetResolver, resolveGroupTarget } from '../../vocabulary/lookup';
import type { TargetResolver } from '../../vocabulary/lookup';
import { accept } from '../../vocabulary/parse-result';
import type { ParseResult } from '../../vocabulary/parse-result';
import { getParsedOrThrow, toNodeError } from '../errors';

export type ResourceFilter = (resource: Resource) => boolean;

/** Returns no promise without a wait; rejects if the bridge cannot be read. */
export type FilterResolver = () =>
  | ParseResult<ResourceFilter>
  | Promise<ParseResult<ResourceFilter>>;

/** Resolved on first use. After an error, the next use retries. */
export class LazyResourceFilter {
  /** Set after all waiting callbacks were called. */
  resolved: ResourceFilter | undefined;
  #pending: Promise<ResourceFilter> | undefined;
  #waitingCount = 0;
  #stopped = false;

  constructor(
    private readonly resolve: FilterResolver,
    private readonly onError: (error: Error) => void,
  ) {}

  /** @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for a name that matches none or several; errors of `resolve` */
  async get(): Promise<ResourceFilter> {
    return this.#resolveOnce();
  }

  /** Calls back in call order, at once if resolved; never after `stop`. */
  whenResolved(callback: (filter: ResourceFilter) => void): void {
    if (this.#stopped) return;
    if (this.resolved !== undefined) return callback(this.resolved);
    try {
      const filter = this.#resolveOnce();
      if (filter instanceof Promise) return void this.#callWhenResolved(filter, callback);
      this.resolved = filter;
      callback(filter);
    } catch (error) {
      this.onError(toNodeError(error));
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #callWhenResolved(
    pending: Promise<ResourceFilter>,
    callback: (filter: ResourceFilter) => void,
  ): Promise<void> {
    this.#waitingCount += 1;
    try {
      const filter = await pending;
      if (!this.#stopped) callback(filter);
      if (this.#waitingCount === 1) this.resolved = filter;
    } catch (error) {
      if (!this.#stopped) this.onError(toNodeError(error));
    } finally {
      this.#waitingCount -= 1;
    }
  }

  #resolveOnce(): ResourceFilter | Promise<ResourceFilter> {
    if (this.#pending !== undefined) return this.#pending;
    const parsed = this.resolve();
    if (!(parsed instanceof Promise)) return getFilterOrThrow(parsed);
    const pending = parsed.then(getFilterOrThrow);
    this.#pending = pending;
    pending.catch(() => {
      this.#pending = undefined;
    });
    return pending;
  }
}

/** @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for a name that matches none or several */
export const getFilterOrThrow = (parsed: ParseResult<ResourceFilter>): ResourceFilter =>
  getParsedOrThrow(parsed, 'ERR_BRIDGE_UNKNOWN_TARGET');

/**
 * Resolves names once. Does not look up ids, so that a resource that is added later matches too.
 *
 * @param targets ids, names or `Room/Name`; empty for all
 * @returns a problem if a name matches no resource or several
 */
export function resolveResourceFilter(
  stateCache: StateCache,
  { rtype, room }: { readonly rtype: string; readonly room: string },
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

/** True for the resource itself, for what a room, zone or device has, and for their services. */
export function isInGroup(stateCache: StateCache, groupRid: string, resource: Resource): boolean {
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
