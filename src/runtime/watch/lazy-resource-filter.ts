import type { Resource } from '../../resources';
import type { ParseResult } from '../../vocabulary';
import { getParsedOrThrow, toNodeError } from '../settings/node-errors';

/** True for the resources that a node watches. */
export type ResourceFilter = (resource: Resource) => boolean;

/** Resolves a filter, without a promise if no wait is needed; rejects if the bridge cannot be read. */
export type FilterResolver = () =>
  | ParseResult<ResourceFilter>
  | Promise<ParseResult<ResourceFilter>>;

interface FilterSource {
  readonly resolve: FilterResolver;
  /** Called when `whenResolved` fails. */
  readonly onError: (error: Error) => void;
  /** Current attempt. */
  pending?: Promise<ResourceFilter> | undefined;
  waitingCount: number;
}

/** Filter for the resources that a node watches, resolved on first use. After an error, the next use retries. */
export class LazyResourceFilter {
  /** The filter; set after all waiting callbacks were called. */
  resolved: ResourceFilter | undefined;
  readonly #source: FilterSource;
  #stopped = false;

  constructor(resolve: FilterResolver, onError: (error: Error) => void) {
    this.#source = { resolve, onError, waitingCount: 0 };
  }

  /** @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for a name that matches none or several; errors of `resolve` */
  async get(): Promise<ResourceFilter> {
    return resolveOnce(this.#source);
  }

  /** Calls back in call order, at once if the filter is resolved; never after `stop`. */
  whenResolved(callback: (filter: ResourceFilter) => void): void {
    if (this.#stopped) return;
    if (this.resolved !== undefined) return callback(this.resolved);
    try {
      const filter = resolveOnce(this.#source);
      if (filter instanceof Promise) return void this.#callWhenResolved(filter, callback);
      this.resolved = filter;
      callback(filter);
    } catch (error) {
      this.#source.onError(toNodeError(error));
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #callWhenResolved(
    pending: Promise<ResourceFilter>,
    callback: (filter: ResourceFilter) => void,
  ): Promise<void> {
    const source = this.#source;
    source.waitingCount += 1;
    try {
      const filter = await pending;
      if (!this.#stopped) callback(filter);
      if (source.waitingCount === 1) this.resolved = filter;
    } catch (error) {
      if (!this.#stopped) source.onError(toNodeError(error));
    } finally {
      source.waitingCount -= 1;
    }
  }
}

/** Calls during an attempt share it. */
function resolveOnce(source: FilterSource): ResourceFilter | Promise<ResourceFilter> {
  if (source.pending !== undefined) return source.pending;
  const parsed = source.resolve();
  if (!(parsed instanceof Promise)) return getFilterOrThrow(parsed);
  const pending = parsed.then(getFilterOrThrow);
  source.pending = pending;
  pending.catch(() => {
    source.pending = undefined;
  });
  return pending;
}

/** @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for a name that matches none or several */
export const getFilterOrThrow = (parsed: ParseResult<ResourceFilter>): ResourceFilter =>
  getParsedOrThrow(parsed, 'ERR_BRIDGE_UNKNOWN_TARGET');
