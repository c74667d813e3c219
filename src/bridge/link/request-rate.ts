import type { Clock } from '../time/clock';

/** Seconds that are counted. */
const counted = 60;

/** Counts requests over the last minute. */
export class RequestRate {
  readonly #clock: Clock;
  readonly #perSecond = Array.from({ length: counted }, () => 0);
  #second = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Requests in the last 60 seconds. */
  get lastMinute(): number {
    this.#advance();
    return this.#perSecond.reduce((sum, count) => sum + count, 0);
  }

  count(): void {
    this.#advance();
    const slot = this.#second % counted;
    this.#perSecond[slot] = (this.#perSecond[slot] ?? 0) + 1;
  }

  /** Empties the counts of the seconds that passed. */
  #advance(): void {
    const now = Math.floor(this.#clock.now() / 1_000);
    const passed = Math.min(now - this.#second, counted);
    for (let step = 1; step <= passed; step += 1) {
      this.#perSecond[(this.#second + step) % counted] = 0;
    }
    this.#second = now;
  }
}
