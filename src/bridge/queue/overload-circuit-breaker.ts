import { debugLogs } from '../logging/debug-logs';
import type { Clock } from '../time/clock';
import type { ClientLimits } from '../limits/client-limits';

/**
 * Opens if the bridge answers 503 or asks for a wait. Requests wait, then one trial request is sent: its success
 * closes the circuit breaker; a failure doubles the wait, with full jitter.
 */
export class OverloadCircuitBreaker {
  /** Only this class changes the public fields. */
  isOpen = false;
  nextTrialAt = 0;
  backoffLevel = 0;

  constructor(
    private readonly limits: ClientLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the circuit breaker, or extends the wait.
   *
   * @param isTrial other requests in flight do not double the wait
   * @param retryAfter in ms; used between `initialBackoff` and `maxRetryAfter`
   */
  recordRefusal(isTrial: boolean, retryAfter: number | undefined): void {
    const { initialBackoff, maxBusyBackoff, maxRetryAfter } = this.limits;
    const raisesBackoff = isTrial || !this.isOpen;
    const maxBackoff = Math.min(maxBusyBackoff, initialBackoff * 2 ** this.backoffLevel);
    const ownBackoff = raisesBackoff ? this.clock.random() * maxBackoff : 0;
    // A shorter wait would not relieve the bridge.
    const wait =
      retryAfter === undefined || retryAfter < initialBackoff
        ? Math.max(retryAfter ?? 0, ownBackoff)
        : Math.min(retryAfter, maxRetryAfter);
    if (raisesBackoff) this.backoffLevel += 1;
    this.isOpen = true;
    this.nextTrialAt = Math.max(this.nextTrialAt, this.clock.now() + wait);
    debugLogs.queue?.(`the bridge is busy: next request in ${Math.round(wait)} ms`);
  }

  /** The next wait starts one step shorter. */
  recordSuccess(): void {
    this.backoffLevel = Math.max(0, this.backoffLevel - 1);
    this.isOpen = false;
    this.nextTrialAt = 0;
  }
}
