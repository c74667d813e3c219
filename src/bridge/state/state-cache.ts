import type { Mirror } from './mirror';
import type { ParseResult } from '../../vocabulary';

/** Ages up to which the bridge is not read again for a name that matches nothing, in ms: for a message, and for a node that keeps watching. */
export const maxCacheAges = { forMessage: 5_000, forWatching: 60_000 } as const;

/** Decides when the mirror of a bridge is read again, and looks resources up in it. */
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
   * Reads the bridge if the mirror is stale or too old.
   *
   * @param maxAge highest accepted age, in ms; any age if missing. With 0, no read that already runs is joined
   * @throws {BridgeError} when the bridge cannot be read
   */
  async read(maxAge = Infinity): Promise<Mirror> {
    const isRead = this.mirror.refreshedAt !== undefined;
    if (maxAge === 0 || !isRead || this.#isStale || this.#isOlderThan(maxAge)) {
      // Reset before the read: a change meanwhile may not be part of it.
      this.#isStale = false;
      try {
        await (maxAge === 0 ? this.mirror.refetch() : this.mirror.refresh());
      } catch (error) {
        this.#isStale = true;
        throw error;
      }
    }
    return this.mirror;
  }

  /**
   * Reads the bridge for a body that is built on the present state; joins no read that already runs.
   *
   * @throws {BridgeError} when the bridge cannot be read
   */
  refetch(): Promise<Mirror> {
    return this.read(0);
  }

  /**
   * Looks something up, at once if nothing has to be waited for. What is not found is looked up again after a read.
   *
   * @param lookUp looks it up in the mirror
   * @param maxMissingAge age up to which the bridge is not read for what is not found, in ms
   * @param byName true for a look-up by name: a name can be ambiguous only with resources not read yet
   * @param maxAge age up to which the bridge is not read before, in ms; any age if missing
   * @returns what was found; as a promise that rejects with a `BridgeError` when the bridge has to be read and cannot be
   */
  find<T>(
    lookUp: (mirror: Mirror) => ParseResult<T>,
    maxMissingAge: number,
    byName: boolean,
    maxAge = Infinity,
  ): ParseResult<T> | Promise<ParseResult<T>> {
    if (this.#isOlderThan(maxAge)) return this.read(maxAge).then(lookUp);
    const pendingRefresh = byName ? this.#waitForRefresh() : undefined;
    if (pendingRefresh !== undefined) return pendingRefresh.then(lookUp);
    const known = lookUp(this.mirror);
    if (!known.ok) return this.read(maxMissingAge).then(lookUp);
    if (byName) this.#refreshInBackground();
    return known;
  }

  /** Marks the mirror as stale, after a change of names or memberships. */
  invalidate(): void {
    this.#isStale = true;
  }

  #isOlderThan(maxAge: number): boolean {
    return Date.now() - (this.mirror.refreshedAt?.getTime() ?? -Infinity) > maxAge;
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

  /** Refreshes the names for later look-ups, since other apps may rename resources. */
  #refreshInBackground(): void {
    if (this.#isLive()) return;
    // A failure is reported by the connection state.
    this.read(maxCacheAges.forWatching).catch(() => undefined);
  }
}
