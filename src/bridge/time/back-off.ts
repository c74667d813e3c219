import type { Clock } from './clock';

/** Share by which a wait may be shorter or longer, so that many clients do not come back at once. */
const spread = 0.2;

/** @returns the wait, up to a fifth shorter or longer */
export const spreadWait = (wait: number, clock: Clock): number =>
  wait * (1 - spread + 2 * spread * clock.random());

/** Waits between attempts: each about twice as long as the one before, up to a bound. */
export class BackOff {
  #attempts = 0;

  /**
   * @param first first wait, in ms
   * @param longest longest wait before the spread, in ms
   */
  constructor(
    private readonly first: number,
    private readonly longest: number,
    private readonly clock: Clock,
  ) {}

  /** @returns ms to wait before the next attempt */
  next(): number {
    const wait = Math.min(this.first * 2 ** this.#attempts, this.longest);
    this.#attempts += 1;
    return spreadWait(wait, this.clock);
  }

  reset(): void {
    this.#attempts = 0;
  }
}
