import type { StateCache } from '../../bridge';
import { getNestedMember } from '../../resources/members';
import type { Resource } from '../../resources/resource';
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
