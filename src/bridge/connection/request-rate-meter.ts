import type { Clock } from '../time/clock';

/** Length of the sliding window, in seconds. */
const windowSeconds = 60;

/** Counts requests over the last minute. */
export class RequestRateMeter {
  readonly #clock: Clock;
  readonly #countsBySecond = Array.from({ length: windowSeconds }, () => 0);
  #second = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Requests in the last 60 seconds. */
  get lastMinute(): number {
    this.#advance();
    return this.#countsBySecond.reduce((sum, count) => sum + count, 0);
  }

  count(): void {
    this.#advance();
    const slot = this.#second % windowSeconds;
    this.#countsBySecond[slot] = (this.#countsBySecond[slot] ?? 0) + 1;
  }

  /** Clears the counts of the seconds that have passed. */
  #advance(): void {
    const now = Math.floor(this.#clock.now() / 1_000);
    const elapsed = Math.min(now - this.#second, windowSeconds);
    for (let step = 1; step <= elapsed; step += 1) {
      this.#countsBySecond[(this.#second + step) % windowSeconds] = 0;
    }
    this.#second = now;
  }
}
