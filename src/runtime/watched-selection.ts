import type { Resource } from '../resources';
import type { Result } from '../vocabulary';
import { asError, commandError } from './command-error';

/** Says which resources a watching node is about. */
export type Selection = (resource: Resource) => boolean;

/**
 * Which resources a watching node is about, worked out when that is first asked for. After a failure the
 * next question tries again.
 */
export class WatchedSelection {
  readonly #lookUp: () => Promise<Result<Selection>>;
  readonly #fail: (error: Error) => void;
  #found: Promise<Selection> | undefined;
  #stopped = false;

  /**
   * @param lookUp works it out; rejects when the bridge cannot be read
   * @param fail gets why {@link whenKnown} could not hand on
   */
  constructor(lookUp: () => Promise<Result<Selection>>, fail: (error: Error) => void) {
    this.#lookUp = lookUp;
    this.#fail = fail;
  }

  /** @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET for a name that fits nothing or several; what the look-up rejects with */
  get(): Promise<Selection> {
    if (this.#found === undefined) {
      const looking = this.#search();
      this.#found = looking;
      looking.catch(() => {
        this.#found = undefined;
      });
    }
    return this.#found;
  }

  /** Hands on what happened, in order, as soon as it is known what is meant; never after {@link stop}. */
  async whenKnown(handOn: (selected: Selection) => void): Promise<void> {
    try {
      const selected = await this.get();
      if (!this.#stopped) handOn(selected);
    } catch (error) {
      if (!this.#stopped) this.#fail(asError(error));
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #search(): Promise<Selection> {
    const found = await this.#lookUp();
    if (found.ok) return found.value;
    throw commandError(found.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
  }
}
