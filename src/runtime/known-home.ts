import type { Mirror } from '../bridge';
import type { Result } from '../vocabulary';

/**
 * Ages up to which a home is not read anew for a name that fits nothing, in ms: where a message waits
 * for it, and where a node goes on watching anyway.
 */
export const goodEnough = { forMessage: 5_000, forWatching: 60_000 } as const;

/** The home as it was last read, and whether that is recent enough for what is asked of it. */
export class KnownHome {
  readonly mirror: Mirror;
  readonly #isLive: () => boolean;
  #outdated = false;
  /** The look that names wait for, all for the same one: none of them overtakes another. */
  #awaited: Promise<Mirror> | undefined;

  /** @param isLive true while the bridge itself tells of every change */
  constructor(mirror: Mirror, isLive: () => boolean) {
    this.mirror = mirror;
    this.#isLive = isLive;
  }

  /**
   * Reads the home unless it is known well enough.
   *
   * @param age longest age that will do, in ms; any age when missing
   * @throws {BridgeError} when the bridge cannot be read
   */
  async read(age = Infinity): Promise<Mirror> {
    const readAt = this.mirror.refreshedAt?.getTime();
    if (this.#outdated || readAt === undefined || Date.now() - readAt > age) {
      await this.#look(() => this.mirror.refresh());
    }
    return this.mirror;
  }

  /**
   * Reads the home for a body that is built on what is there at this moment.
   *
   * @throws {BridgeError} when the bridge cannot be read
   */
  async readAnew(): Promise<Mirror> {
    await this.#look(() => this.mirror.refreshAnew());
    return this.mirror;
  }

  /**
   * Looks something up; what is not found is looked for again in a home that was read anew.
   *
   * @param find looks for it in what is known
   * @param age longest age of the home, in ms, at which it is not read anew
   * @param byName true when names count, which may be unique only in a part of the home
   * @throws {BridgeError} when the bridge has to be read and cannot be
   */
  async find<T>(
    find: (mirror: Mirror) => Result<T>,
    age: number,
    byName: boolean,
  ): Promise<Result<T>> {
    const awaited = byName ? this.#whenCurrent() : undefined;
    if (awaited !== undefined) return find(await awaited);
    const known = find(this.mirror);
    if (!known.ok) return find(await this.read(age));
    if (byName) this.#freshen();
    return known;
  }

  #whenCurrent(): Promise<Mirror> | undefined {
    if (this.#outdated || this.mirror.refreshedAt === undefined) {
      const awaited = this.read().finally(() => {
        if (this.#awaited === awaited) this.#awaited = undefined;
      });
      this.#awaited = awaited;
    }
    return this.#awaited;
  }

  async #look(refresh: () => Promise<void>): Promise<void> {
    // A change that is noted meanwhile may have come too late for this look.
    this.#outdated = false;
    try {
      await refresh();
    } catch (error) {
      this.#outdated = true;
      throw error;
    }
  }

  /** Reads the home for the names to come, where somebody else may have given it new ones; nobody waits for it. */
  #freshen(): void {
    if (this.#isLive()) return;
    // The state of the connection tells what keeps the home from being read.
    this.read(goodEnough.forWatching).catch(() => undefined);
  }

  /** Notes that names or what belongs where has changed at the bridge. */
  noteChange(): void {
    this.#outdated = true;
  }
}
