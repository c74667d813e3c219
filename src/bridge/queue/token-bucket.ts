/** Token bucket: allows a burst of one second's worth, then the rate. */
export class TokenBucket {
  readonly #rate: number;
  readonly #capacity: number;
  #tokens: number;
  #refilledAt: number;

  /**
   * @param rate tokens a second, more than 0
   * @param now present time, in ms
   */
  constructor(rate: number, now: number) {
    this.#rate = rate / 1000;
    this.#capacity = Math.max(1, rate);
    this.#tokens = this.#capacity;
    this.#refilledAt = now;
  }

  /** Time in which one token is added, in ms. */
  get tokenInterval(): number {
    return 1 / this.#rate;
  }

  /** @returns time until there is a token, in ms; 0 when there is one */
  timeToNextToken(now: number): number {
    this.#refill(now);
    return this.#tokens >= 1 ? 0 : (1 - this.#tokens) / this.#rate;
  }

  /** Takes a token; only when `timeToNextToken` is 0. */
  take(now: number): void {
    this.#refill(now);
    this.#tokens -= 1;
  }

  #refill(now: number): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#refilledAt) * this.#rate);
    this.#refilledAt = now;
    // Absorb float rounding, so that a timer does not fire just before the token is there.
    if (this.#tokens > 1 - 1e-6 && this.#tokens < 1) this.#tokens = 1;
  }
}
