import type { Clock } from './clock';

/** Relative jitter, so that many clients do not reconnect at the same time. */
const jitterRatio = 0.2;

/** Returns the delay in ms, up to a fifth shorter or longer. */
export const addJitter = (delay: number, clock: Clock): number =>
  delay * (1 - jitterRatio + 2 * jitterRatio * clock.random());

export class ExponentialBackoff {
  #attempts = 0;

  constructor(
    private readonly initialDelay: number,
    private readonly maxDelay: number,
    private readonly clock: Clock,
  ) {}

  nextDelay(): number {
    const delay = Math.min(this.initialDelay * 2 ** this.#attempts, this.maxDelay);
    this.#attempts += 1;
    return addJitter(delay, this.clock);
  }

  reset(): void {
    this.#attempts = 0;
  }
}
