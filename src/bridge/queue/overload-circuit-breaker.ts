import { debugLogs } from '../logging/debug-logs';
import type { Clock } from '../time/clock';
import type { ClientLimits } from '../limits/client-limits';

/**
 * Holds all requests to a bridge that answered 503 or asked for a wait. After the wait a single request is sent
 * as a trial; only its success ends the hold, and each failed one doubles the wait, with full jitter.
 */
export class OverloadCircuitBreaker {
  /** True while requests are held; changed here only. */
  isHolding = false;
  /** When the next trial may be sent, in ms of the clock. */
  nextTrialAt = 0;
  /** How often the wait was doubled; 0 when the next hold starts with the shortest. */
  backoffLevel = 0;
  readonly #limits: ClientLimits;
  readonly #clock: Clock;

  constructor(limits: ClientLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Starts the hold, or extends the wait.
   *
   * @param isTrial whether it was the trial that was refused; requests already in flight do not double the wait
   * @param retryAfter wait that the bridge asked for, in ms; it is kept to, from `initialBackoff` up to
   *   `maxRetryAfter`
   */
  recordRefusal(isTrial: boolean, retryAfter: number | undefined): void {
    const { initialBackoff, maxBusyBackoff, maxRetryAfter } = this.#limits;
    const raisesBackoff = isTrial || !this.isHolding;
    const maxBackoff = Math.min(maxBusyBackoff, initialBackoff * 2 ** this.backoffLevel);
    const ownBackoff = raisesBackoff ? this.#clock.random() * maxBackoff : 0;
    // Less than `initialBackoff` would not relieve the bridge, so our own wait stays.
    const wait =
      retryAfter === undefined || retryAfter < initialBackoff
        ? Math.max(retryAfter ?? 0, ownBackoff)
        : Math.min(retryAfter, maxRetryAfter);
    if (raisesBackoff) this.backoffLevel += 1;
    this.isHolding = true;
    this.nextTrialAt = Math.max(this.nextTrialAt, this.#clock.now() + wait);
    if (debugLogs.queue.enabled)
      debugLogs.queue.write(`the bridge is busy: next request in ${Math.round(wait)} ms`);
  }

  /** Ends the hold after a successful trial; the next one starts with a wait one step shorter. */
  recordSuccess(): void {
    this.backoffLevel = Math.max(0, this.backoffLevel - 1);
    this.isHolding = false;
    this.nextTrialAt = 0;
  }
}
