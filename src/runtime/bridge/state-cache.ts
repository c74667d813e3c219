import type { Mirror } from '../../bridge';
import type { ParseResult } from '../../vocabulary';

/**
 * Ages up to which the cache is not refreshed for a name that matches nothing, in ms: while a message
 * waits, and for a node that keeps watching.
 */
export const maxCacheAges = { forMessage: 5_000, forWatching: 60_000 } as const;

/** Cache of all resources of a bridge, refreshed when it is too old or stale. */
export class StateCache {
  readonly mirror: Mirror;
  readonly #isLive: () => boolean;
  #isStale = false;
  /** The refresh that look-ups by name wait for; they share it, which keeps their order. */
  #pendingRefresh: Promise<Mirror> | undefined;

  /** @param isLive true while the event stream reports every change */
  constructor(mirror: Mirror, isLive: () => boolean) {
    this.mirror = mirror;
    this.#isLive = isLive;
  }

  /**
   * Refreshes the cache when it is stale or too old.
   *
   * @param maxAge highest accepted age, in ms; any age when missing
   * @throws {BridgeError} when the bridge cannot be read
   */
  async read(maxAge = Infinity): Promise<Mirror> {
    const readAt = this.mirror.refreshedAt?.getTime();
    if (this.#isStale || readAt === undefined || Date.now() - readAt > maxAge) {
      await this.#runRefresh(() => this.mirror.refresh());
    }
    return this.mirror;
  }

  /**
   * Refreshes the cache for a body that is built on the present state; joins no refresh already running.
   *
   * @throws {BridgeError} when the bridge cannot be read
   */
  async refetch(): Promise<Mirror> {
    await this.#runRefresh(() => this.mirror.refetch());
    return this.mirror;
  }

  /**
   * Looks something up, at once where nothing has to be waited for; what is not found is looked up again after a refresh.
   *
   * @param lookUpWithRefetch looks it up in the mirror
   * @param maxAge age up to which the cache is not refreshed, in ms
   * @param byName true for a look-up by name: a name can be ambiguous only with resources not read yet
   * @returns what was found; as a promise that rejects with a `BridgeError` when the bridge has to be read and cannot be
   */
  find<T>(
    lookUp: (mirror: Mirror) => ParseResult<T>,
    maxAge: number,
    byName: boolean,
  ): ParseResult<T> | Promise<ParseResult<T>> {
    const pendingRefresh = byName ? this.#waitForRefresh() : undefined;
    if (pendingRefresh !== undefined) return pendingRefresh.then(lookUp);
    const cached = lookUp(this.mirror);
    if (!cached.ok) return this.read(maxAge).then(lookUp);
    if (byName) this.#refreshInBackground();
    return cached;
  }

  #waitForRefresh(): Promise<Mirror> | undefined {
    if (this.#isStale || this.mirror.refreshedAt === undefined) {
      const pendingRefresh = this.read().finally(() => {
        if (this.#pendingRefresh === pendingRefresh) this.#pendingRefresh = undefined;
      });
      this.#pendingRefresh = pendingRefresh;
    }
    return this.#pendingRefresh;
  }

  async #runRefresh(refresh: () => Promise<void>): Promise<void> {
    // Reset before the refresh: a change meanwhile may not be part of it.
    this.#isStale = false;
    try {
      await refresh();
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  /** Refreshes the names for later look-ups, since other apps may rename resources. */
  #refreshInBackground(): void {
    if (this.#isLive()) return;
    // A failure is reported by the connection state.
    this.read(maxCacheAges.forWatching).catch(() => undefined);
  }

  /** Marks the cache as stale, after a change of names or memberships. */
  invalidate(): void {
    this.#isStale = true;
  }
}
