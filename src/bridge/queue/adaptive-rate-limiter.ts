import type { Clock } from '../time/clock';

/** Per second; replaces an unlimited rate after a refusal. */
const unlimitedReferenceRate = 10;

const lowestShare = 1 / 8;

/**
 * A token bucket that allows a burst of one second's worth. A refusal halves the rate; accepted requests raise it
 * step by step up to its setting.
 */
export class AdaptiveRateLimiter {
  /** In tokens per ms. */
  readonly #configuredRate: number;
  readonly #referenceRate: number;
  readonly #recovery: number;
  #rate: number;
  #tokens: number;
  #refilledAt: number;
  #loweredAt = -Infinity;
  #raisedAt = -Infinity;

  /**
   * @param rate in tokens per second; Infinity for no limit
   * @param recoveryTime time in ms in which the rate rises from zero to its setting
   */
  constructor(
    rate: number,
    recoveryTime: number,
    private readonly clock: Clock,
  ) {
    this.#configuredRate = rate / 1000;
    this.#referenceRate = rate < Infinity ? this.#configuredRate : unlimitedReferenceRate / 1000;
    this.#recovery = this.#referenceRate / recoveryTime;
    this.#rate = this.#configuredRate;
    this.#tokens = this.#capacity;
    this.#refilledAt = clock.now();
  }

  get tokenInterval(): number {
    return 1 / this.#rate;
  }

  /**
   * Returns ms; 0 if a token is available.
   *
   * @param reserved tokens to leave for others, if the lane has that many
   */
  timeToNextToken(now: number, reserved = 0): number {
    if (this.#rate === Infinity) return 0;
    this.#refill(now);
    const needed = Math.min(1 + reserved, this.#capacity);
    return this.#tokens >= needed ? 0 : (needed - this.#tokens) / this.#rate;
  }

  /** `timeToNextToken` must be 0. */
  take(now: number): void {
    if (this.#rate === Infinity) return;
    this.#refill(now);
    this.#tokens -= 1;
  }

  /**
   * Halves the rate, unless the refused request was sent before the last halving.
   *
   * @param sentAt in ms of the clock
   */
  recordRefusal(sentAt: number, now: number): void {
    // Jitter spreads clients that were refused at the same time.
    this.#tokens = -this.clock.random() / 4;
    this.#refilledAt = now;
    if (sentAt < this.#loweredAt) return;
    const present = Math.min(this.#rate, this.#referenceRate);
    this.#rate = Math.max(present / 2, this.#referenceRate * lowestShare);
    this.#loweredAt = now;
    this.#raisedAt = now;
  }

  recordAccepted(now: number): void {
    if (this.#rate >= this.#configuredRate) return;
    const used = Math.min(now - this.#raisedAt, 2 / this.#rate);
    this.#raisedAt = now;
    const rate = this.#rate + used * this.#recovery;
    const isRecovered = rate >= Math.min(this.#configuredRate, 2 * this.#referenceRate);
    this.#rate = isRecovered ? this.#configuredRate : rate;
  }

  get #capacity(): number {
    return Math.max(1, this.#rate * 1000);
  }

  #refill(now: number): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#refilledAt) * this.#rate);
    this.#refilledAt = now;
    // Otherwise a timer could fire just before the token is available.
    const whole = Math.round(this.#tokens);
    if (whole - this.#tokens < 1e-6 && whole > this.#tokens) this.#tokens = whole;
  }
}
