import type { Clock, TimerHandle } from '../../bridge/time/clock';

/** For a request that did not reach the bridge, in ms. */
export const retryDelay = 5_000;

/** For a lamp that did not accept a request, in ms. */
const longestRetryDelay = 60_000;

/** The delay doubles after each failure. */
export class RetryTimer {
  #timer: TimerHandle | undefined;
  #delay = retryDelay;

  constructor(
    private readonly clock: Clock,
    private readonly retry: () => void,
  ) {}

  /** Does nothing while an attempt is scheduled. */
  schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = this.clock.setTimeout(() => {
      this.#timer = undefined;
      this.retry();
    }, this.#delay);
    this.#delay = Math.min(longestRetryDelay, 2 * this.#delay);
  }

  cancel(): void {
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Call it after a success. The next delay is the first one again. */
  reset(): void {
    this.cancel();
    this.#delay = retryDelay;
  }
}
