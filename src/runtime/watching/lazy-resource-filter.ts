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

/** How a filter is resolved. */
interface FilterSource {
  /** Resolves the filter; rejects when the bridge cannot be read. */
  readonly resolve: () => Promise<ParseResult<ResourceFilter>>;
  /** Called when `whenResolved` fails. */
  readonly onError: (error: Error) => void;
  /** The attempt that is under way. */
  pending?: Promise<ResourceFilter> | undefined;
  waitingCount: number;
}

/** Filter for the resources that a node watches, resolved on first use. After a failure the next use retries. */
export class LazyResourceFilter {
  /** The filter, once all callbacks that waited for it have been called. */
  resolved: ResourceFilter | undefined;
  readonly #source: FilterSource;
  #stopped = false;

  /**
   * @param resolve resolves the filter; rejects when the bridge cannot be read
   * @param onError called when `whenResolved` fails
   */
  constructor(
    resolve: () => Promise<ParseResult<ResourceFilter>>,
    onError: (error: Error) => void,
  ) {
    this.#source = { resolve, onError, waitingCount: 0 };
  }

  /**
   * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for a name that matches none or several; what
   *   `resolve` rejects with
   */
  get(): Promise<ResourceFilter> {
    return resolveOnce(this.#source);
  }

  /** Calls back in call order, at once when the filter is resolved; never after `stop`. */
  whenResolved(callback: (filter: ResourceFilter) => void): void {
    if (this.resolved === undefined) void this.#callWhenResolved(this.#source, callback);
    else if (!this.#stopped) callback(this.resolved);
  }

  stop(): void {
    this.#stopped = true;
  }

  async #callWhenResolved(
    source: FilterSource,
    callback: (filter: ResourceFilter) => void,
  ): Promise<void> {
    source.waitingCount += 1;
    try {
      const filter = await resolveOnce(source);
      if (!this.#stopped) callback(filter);
      if (source.waitingCount === 1) this.resolved = filter;
    } catch (error) {
      if (!this.#stopped) source.onError(toNodeError(error));
    } finally {
      source.waitingCount -= 1;
    }
  }
}

/** Calls that come before the attempt under way has ended share it. */
function resolveOnce(source: FilterSource): Promise<ResourceFilter> {
  if (source.pending === undefined) {
    const pending = resolveFilter(source);
    source.pending = pending;
    pending.catch(() => {
      source.pending = undefined;
    });
  }
  return source.pending;
}

async function resolveFilter({ resolve }: FilterSource): Promise<ResourceFilter> {
  const parsed = await resolve();
  if (parsed.ok) return parsed.value;
  throw toCommandError(parsed.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
}
