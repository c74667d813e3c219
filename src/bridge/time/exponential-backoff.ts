import type { Clock } from './clock';

/** Relative; many clients must not reconnect at the same time. */
const jitterRatio = 0.2;

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
