import { debugLogs } from '../debug-logs';
import type { Clock } from '../time/clock';
import type { ClientLimits } from '../limits';

/** Why the circuit is open: the bridge answered 429 or 503, or is unreachable. */
export type CircuitOpenReason = 'busy' | 'away';

/**
 * Circuit breaker for a whole bridge. After the wait a single probe may be sent; only its success
 * closes the circuit, and each failed probe doubles the wait, with full jitter.
 */
export class CircuitBreaker {
  readonly #limits: ClientLimits;
  readonly #clock: Clock;
  #openReason: CircuitOpenReason | undefined;
  #backoffLevel = 0;
  #nextProbeAt = 0;

  constructor(limits: ClientLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Why the circuit is open; undefined while it is closed. */
  get openReason(): CircuitOpenReason | undefined {
    return this.#openReason;
  }

  /** Time of the clock, in ms, at which the next probe may be sent. */
  get nextProbeAt(): number {
    return this.#nextProbeAt;
  }

  /**
   * Opens the circuit, or extends the wait.
   *
   * @param isProbe whether it was the probe that failed; requests already in flight do not double
   *   the wait
   * @param retryAfter wait that the bridge asked for, in ms; it is kept to, from `initialBackoff`
   *   up to `maxRetryAfter`
   */
  recordFailure(openReason: CircuitOpenReason, isProbe: boolean, retryAfter?: number): void {
    const raisesBackoff = isProbe || this.#openReason === undefined;
    const ownBackoff = raisesBackoff ? this.#nextBackoff(openReason) : 0;
    const wait =
      retryAfter === undefined ? ownBackoff : this.#clampRetryAfter(retryAfter, ownBackoff);
    if (raisesBackoff) {
      this.#backoffLevel += 1;
      this.#openReason = openReason;
    }
    const nextProbeAt = this.#clock.now() + wait;
    this.#nextProbeAt = Math.max(this.#nextProbeAt, nextProbeAt);
    if (debugLogs.queue.enabled)
      debugLogs.queue.write(`circuit open: ${openReason}, next probe in ${Math.round(wait)} ms`);
  }

  /**
   * Closes the circuit after a successful probe. After 429 or 503 each success lowers the next wait
   * by one step only.
   */
  recordSuccess(isProbe: boolean): void {
    if (this.#openReason !== undefined && !isProbe) return;
    if (debugLogs.queue.enabled && this.#openReason !== undefined)
      debugLogs.queue.write('circuit closed: the probe was answered');
    this.#backoffLevel = this.#openReason === 'away' ? 0 : Math.max(0, this.#backoffLevel - 1);
    this.#openReason = undefined;
    this.#nextProbeAt = 0;
  }

  /**
   * The wait the bridge asked for, within bounds: below `initialBackoff` it would not relieve it,
   * so our own wait stays.
   */
  #clampRetryAfter(retryAfter: number, ownBackoff: number): number {
    const { initialBackoff, maxRetryAfter } = this.#limits;
    return retryAfter < initialBackoff
      ? Math.max(retryAfter, ownBackoff)
      : Math.min(retryAfter, maxRetryAfter);
  }

  #nextBackoff(openReason: CircuitOpenReason): number {
    const { initialBackoff, maxBusyBackoff, maxUnreachableBackoff } = this.#limits;
    const maxBackoff =
      openReason === 'busy' ? maxBusyBackoff : Math.min(maxUnreachableBackoff, maxBusyBackoff);
    return this.#clock.random() * Math.min(maxBackoff, initialBackoff * 2 ** this.#backoffLevel);
  }
}
