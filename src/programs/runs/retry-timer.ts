import type { Clock, TimerHandle } from '../../bridge/time/clock';

/** Wait before a request is tried again that did not reach the bridge, in ms. */
export const retryDelay = 5_000;

/** Longest wait before a lamp is tried again that did not take a request, in ms. */
const longestRetryDelay = 60_000;

/** Tries again after a while; each time that follows on a failure after a longer one. */
export class RetryTimer {
  readonly #clock: Clock;
  readonly #retry: () => void;
  #timer: TimerHandle | undefined;
  #delay = retryDelay;

  /** @param retry called when the time has come */
  constructor(clock: Clock, retry: () => void) {
    this.#clock = clock;
    this.#retry = retry;
  }

  /** Waits for the next attempt, where none is waited for. */
  schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      this.#retry();
    }, this.#delay);
    this.#delay = Math.min(longestRetryDelay, 2 * this.#delay);
  }

  /** Waits for nothing any more. */
  stop(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Something was taken: the next failure is a first one. */
  reset(): void {
    this.stop();
    this.#delay = retryDelay;
  }
}
