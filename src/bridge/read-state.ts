import type { StateCache } from './state';
import type { ParseResult } from '../vocabulary/parse-result';

/** In ms, before the bridge is read again for an unknown name. */
export const maxCacheAges = { forMessage: 5_000, forWatching: 60_000 } as const;

/** Gives the last known state of a bridge, and reads the bridge first if the state is too old. */
export class StateReader {
  readonly stateCache: StateCache;
  #isStale = false;
  /** Lookups by name share it, which keeps their order. */
  #pendingRefresh: Promise<StateCache> | undefined;

  constructor(
    stateCache: StateCache,
    private readonly isLive: () => boolean,
  ) {
    this.stateCache = stateCache;
  }

  /**
   * Reads the bridge if the state is stale or too old.
   *
   * @param maxAge in ms; any age if missing. With 0, a new read starts after one in flight
   * @throws {BridgeError} if the bridge cannot be read
   */
  async read(maxAge = Infinity): Promise<StateCache> {
    const isRead = this.stateCache.refreshedAt !== undefined;
    if (maxAge === 0 || !isRead || this.#isStale || this.#isOlderThan(maxAge)) {
      // Before the read, which may not include a change during it.
      this.#isStale = false;
      try {
        await (maxAge === 0 ? this.stateCache.refetch() : this.stateCache.refresh());
      } catch (error) {
        this.#isStale = true;
        throw error;
      }
    }
    return this.stateCache;
  }

  /** For a body that depends on the state: a read in flight does not count. */
  refetch(): Promise<StateCache> {
    return this.read(0);
  }

  /**
   * Looks up a value, synchronously if possible. If it is not found, the bridge is read and the lookup repeated.
   *
   * @param maxMissingAge maximum age in ms of the state at which a failed lookup is not repeated
   * @param byName true for a lookup by name: resources that are not read yet can make a name ambiguous
   * @param maxAge maximum age in ms for the first lookup; any age if missing
   * @returns a promise if the bridge must be read; it rejects with a `BridgeError` if that fails
   */
  find<T>(
    lookUp: (stateCache: StateCache) => ParseResult<T>,
    maxMissingAge: number,
    byName: boolean,
    maxAge = Infinity,
  ): ParseResult<T> | Promise<ParseResult<T>> {
    if (this.#isOlderThan(maxAge)) return this.read(maxAge).then(lookUp);
    const pendingRefresh = byName ? this.#waitForRefresh() : undefined;
    if (pendingRefresh !== undefined) return pendingRefresh.then(lookUp);
    const known = lookUp(this.stateCache);
    if (!known.ok) return this.read(maxMissingAge).then(lookUp);
    if (byName) this.#refreshInBackground();
    return known;
  }

  invalidate(): void {
    this.#isStale = true;
  }

  #isOlderThan(maxAge: number): boolean {
    return Date.now() - (this.stateCache.refreshedAt?.getTime() ?? -Infinity) > maxAge;
  }

  #waitForRefresh(): Promise<StateCache> | undefined {
    if (this.#isStale || this.stateCache.refreshedAt === undefined) {
      const pendingRefresh = this.read().finally(() => {
        if (this.#pendingRefresh === pendingRefresh) this.#pendingRefresh = undefined;
      });
      this.#pendingRefresh = pendingRefresh;
    }
    return this.#pendingRefresh;
  }

  /** Other apps may rename resources. */
  #refreshInBackground(): void {
    if (this.isLive()) return;
    this.read(maxCacheAges.forWatching).catch(() => undefined);
  }
}
