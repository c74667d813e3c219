import type { Resource } from '../../resources';
import type { ParseResult } from '../../vocabulary';
import { toNodeError, toCommandError } from '../node-errors';

/** True for the resources that a node watches. */
export type ResourceFilter = (resource: Resource) => boolean;

/** Selects one resource, or all when there is no id. */
export const selectByRid =
  (rid: string | undefined): ResourceFilter =>
  (resource) =>
    rid === undefined || resource.id === rid;

/** Filter for the resources that a node watches, resolved on first use. After a failure the next use retries. */
export class LazyResourceFilter {
  readonly #resolveFilter: () => Promise<ParseResult<ResourceFilter>>;
  readonly #onError: (error: Error) => void;
  #pendingFilter: Promise<ResourceFilter> | undefined;
  /** The filter, once all callbacks that waited for it have been called. */
  #filter: ResourceFilter | undefined;
  #waitingCount = 0;
  #stopped = false;

  /**
   * @param resolveFilter resolves the filter; rejects when the bridge cannot be read
   * @param onError called when `whenResolved` fails
   */
  constructor(
    resolveFilter: () => Promise<ParseResult<ResourceFilter>>,
    onError: (error: Error) => void,
  ) {
    this.#resolveFilter = resolveFilter;
    this.#onError = onError;
  }

  /**
   * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for a name that matches none or several; what
   *   `resolveFilter` rejects with
   */
  get(): Promise<ResourceFilter> {
    if (this.#pendingFilter === undefined) {
      const pending = this.#resolve();
      this.#pendingFilter = pending;
      pending.catch(() => {
        this.#pendingFilter = undefined;
      });
    }
    return this.#pendingFilter;
  }

  /** Calls back in call order, at once when the filter is resolved; never after `stop`. */
  whenResolved(callback: (filter: ResourceFilter) => void): void {
    if (this.#filter === undefined) void this.#callWhenResolved(callback);
    else if (!this.#stopped) callback(this.#filter);
  }

  stop(): void {
    this.#stopped = true;
  }

  async #callWhenResolved(callback: (filter: ResourceFilter) => void): Promise<void> {
    this.#waitingCount += 1;
    try {
      const filter = await this.get();
      if (!this.#stopped) callback(filter);
      if (this.#waitingCount === 1) this.#filter = filter;
    } catch (error) {
      if (!this.#stopped) this.#onError(toNodeError(error));
    } finally {
      this.#waitingCount -= 1;
    }
  }

  async #resolve(): Promise<ResourceFilter> {
    const pendingFilter = await this.#resolveFilter();
    if (pendingFilter.ok) return pendingFilter.value;
    throw toCommandError(pendingFilter.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
  }
}
