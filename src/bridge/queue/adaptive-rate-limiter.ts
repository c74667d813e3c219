import type { Clock } from '../time/clock';

/** Rate from which a lane without a pace starts when the bridge refuses it, a second. */
const unlimitedReferenceRate = 10;

/** The pace never falls below this share of its setting. */
const lowestShare = 1 / 8;

/**
 * Pace of one lane: a token bucket that allows a burst of one second's worth. It learns what the bridge takes:
 * a refusal halves the rate, accepted requests raise it again step by step, up to its setting.
 */
export class AdaptiveRateLimiter {
  /** Rates in tokens a ms. */
  readonly #configuredRate: number;
  readonly #referenceRate: number;
  /** By how much the rate rises in a ms of use. */
  readonly #recovery: number;
  readonly #clock: Clock;
  #rate: number;
  #tokens: number;
  #refilledAt: number;
  #loweredAt = -Infinity;
  #raisedAt = -Infinity;

  /**
   * @param rate setting, in tokens a second; Infinity for a lane that is not limited until the bridge refuses it
   * @param recoveryTime time in ms in which the rate rises from nothing to its setting
   */
  constructor(rate: number, recoveryTime: number, clock: Clock) {
    this.#configuredRate = rate / 1000;
    this.#referenceRate = rate < Infinity ? this.#configuredRate : unlimitedReferenceRate / 1000;
    this.#recovery = this.#referenceRate / recoveryTime;
    this.#clock = clock;
    this.#rate = this.#configuredRate;
    this.#tokens = this.#capacity;
    this.#refilledAt = clock.now();
  }

  /** Time in which one token is added, in ms. */
  get tokenInterval(): number {
    return 1 / this.#rate;
  }

  /**
   * @param spared tokens that are left to others, where the lane holds so many
   * @returns time until there is a token, in ms; 0 when there is one
   */
  timeToNextToken(now: number, spared = 0): number {
    if (this.#rate === Infinity) return 0;
    this.#refill(now);
    const needed = Math.min(1 + spared, this.#capacity);
    return this.#tokens >= needed ? 0 : (needed - this.#tokens) / this.#rate;
  }

  /** Takes a token; only when `timeToNextToken` is 0. */
  take(now: number): void {
    if (this.#rate === Infinity) return;
    this.#refill(now);
    this.#tokens -= 1;
  }

  /**
   * Halves the rate, unless the refused request was sent before it was last halved.
   *
   * @param sentAt when the refused request was sent, in ms of the clock
   */
  recordRefusal(sentAt: number, now: number): void {
    // The jitter spreads clients that were refused at once.
    this.#tokens = -this.#clock.random() / 4;
    this.#refilledAt = now;
    if (sentAt < this.#loweredAt) return;
    const present = Math.min(this.#rate, this.#referenceRate);
    this.#rate = Math.max(present / 2, this.#referenceRate * lowestShare);
    this.#loweredAt = now;
    this.#raisedAt = now;
  }

  /** Raises the rate for the time that it was used, where it was lowered. */
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
    // Absorb float rounding, so that a timer does not fire just before the token is there.
    const whole = Math.round(this.#tokens);
    if (whole - this.#tokens < 1e-6 && whole > this.#tokens) this.#tokens = whole;
  }
}
