import type { Clock } from './clock';

/** Relative jitter, so that many clients do not reconnect at the same time. */
const jitterRatio = 0.2;

/** Returns the delay in ms, up to a fifth shorter or longer. */
export const addJitter = (delay: number, clock: Clock): number =>
  delay * (1 - jitterRatio + 2 * jitterRatio * clock.random());

/** Exponential backoff with jitter: each delay is about twice the last, up to a maximum. */
export class ExponentialBackoff {
  #attempts = 0;

  /**
   * @param initialDelay first delay, in ms
   * @param maxDelay maximum delay before jitter, in ms
   */
  constructor(
    private readonly initialDelay: number,
    private readonly maxDelay: number,
    private readonly clock: Clock,
  ) {}

  /** Returns the delay before the next attempt, in ms. */
  nextDelay(): number {
    const delay = Math.min(this.initialDelay * 2 ** this.#attempts, this.maxDelay);
    this.#attempts += 1;
    return addJitter(delay, this.clock);
  }

  reset(): void {
    this.#attempts = 0;
  }
}
