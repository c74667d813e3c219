import type { Clock } from '../time/clock';
import type { Limits } from '../limits';

/** Why nothing is sent at present: the bridge asked for patience, or does not answer at all. */
export type HoldReason = 'busy' | 'away';

/**
 * Holds a whole bridge after a refusal. Once the wait is over a single probe may go; only its success ends
 * the hold, and each probe that fails doubles the wait, with full jitter.
 */
export class Hold {
  readonly #limits: Limits;
  readonly #clock: Clock;
  #reason: HoldReason | undefined;
  #level = 0;
  #until = 0;

  constructor(limits: Limits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Why the bridge is held; undefined when it is not. */
  get reason(): HoldReason | undefined {
    return this.#reason;
  }

  /** Time of the clock at which the next probe may go. */
  get until(): number {
    return this.#until;
  }

  /**
   * Holds the bridge, or holds it for longer.
   *
   * @param probe whether it was the probe that failed; requests that were under way before do not count
   * @param asked wait that the bridge asked for, in ms; it is kept to, from `firstHold` up to `longestRetryAfter`
   */
  failed(reason: HoldReason, probe: boolean, asked?: number): void {
    const counts = probe || this.#reason === undefined;
    const own = counts ? this.#nextWait(reason) : 0;
    const wait = asked === undefined ? own : this.#granted(asked, own);
    if (counts) {
      this.#level += 1;
      this.#reason = reason;
    }
    const until = this.#clock.now() + wait;
    this.#until = Math.max(this.#until, until);
  }

  /** Ends the hold after the success of a probe. What was learnt about patience fades success by success. */
  succeeded(probe: boolean): void {
    if (this.#reason !== undefined && !probe) return;
    this.#level = this.#reason === 'away' ? 0 : Math.max(0, this.#level - 1);
    this.#reason = undefined;
    this.#until = 0;
  }

  /** What the bridge asked for, within bounds: next to nothing is no patience, so our own wait stays. */
  #granted(asked: number, own: number): number {
    const { firstHold, longestRetryAfter } = this.#limits;
    return asked < firstHold ? Math.max(asked, own) : Math.min(asked, longestRetryAfter);
  }

  #nextWait(reason: HoldReason): number {
    const { firstHold, longestHold, longestAway } = this.#limits;
    const longest = reason === 'busy' ? longestHold : Math.min(longestAway, longestHold);
    return this.#clock.random() * Math.min(longest, firstHold * 2 ** this.#level);
  }
}
