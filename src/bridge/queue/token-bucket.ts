/** Lets one second's worth go at once, and then as many a second as the rate says. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  #tokens: number;
  #filledAt: number;

  /**
   * @param rate tokens a second, more than 0
   * @param now present time, in ms
   */
  constructor(rate: number, now: number) {
    this.#rate = rate / 1000;
    this.#burst = Math.max(1, rate);
    this.#tokens = this.#burst;
    this.#filledAt = now;
  }

  /** Shortest time between two uses that the rate allows for ever, in ms. */
  get spacing(): number {
    return 1 / this.#rate;
  }

  /** @returns wait until there is a token, in ms; 0 when there is one */
  wait(now: number): number {
    this.#fill(now);
    return this.#tokens >= 1 ? 0 : (1 - this.#tokens) / this.#rate;
  }

  /** Takes a token; only when `wait` is 0. */
  take(now: number): void {
    this.#fill(now);
    this.#tokens -= 1;
  }

  #fill(now: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#filledAt) * this.#rate);
    this.#filledAt = now;
    // A wait that was rounded must not end a hair too early and be waited for again.
    if (this.#tokens > 1 - 1e-6 && this.#tokens < 1) this.#tokens = 1;
  }
}
