import type { Mirror } from '../bridge';

/** The home as it was last read, and whether that is recent enough for what is asked of it. */
export class KnownHome {
  readonly mirror: Mirror;
  #outdated = false;

  constructor(mirror: Mirror) {
    this.mirror = mirror;
  }

  /**
   * Reads the home unless it is known well enough.
   *
   * @param age longest age that will do, in ms; any age when missing
   * @throws BridgeError when the bridge cannot be read
   */
  async read(age = Infinity): Promise<Mirror> {
    const readAt = this.mirror.refreshedAt?.getTime();
    if (this.#outdated || readAt === undefined || Date.now() - readAt > age) {
      // A change that is noted meanwhile may have come too late for this look.
      this.#outdated = false;
      try {
        await this.mirror.refresh();
      } catch (error) {
        this.#outdated = true;
        throw error;
      }
    }
    return this.mirror;
  }

  /** Notes that names or what belongs where has changed at the bridge. */
  noteChange(): void {
    this.#outdated = true;
  }
}
