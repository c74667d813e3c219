import { addJitter } from '../time/exponential-backoff';
import type { Clock } from '../time/clock';
import type { ClientLimits } from '../limits/client-limits';

interface UnresponsiveTarget {
  failures: number;
  retryAt: number;
}

/**
 * The resources whose writes were not answered, while the bridge was. Each waits by itself, longer after each
 * failure, and one write to any of them is in flight at a time, so that they never take more than one place
 * from the others.
 */
export class TargetBackoff {
  /** Number of such resources. Changed by this class only; a field, since it is read for each request. */
  size = 0;
  readonly #limits: ClientLimits;
  readonly #clock: Clock;
  readonly #targets = new Map<string, UnresponsiveTarget>();
  #targetInFlight: string | undefined;

  constructor(limits: ClientLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Whether another of them has a write in flight. */
  isBlocked(target: string): boolean {
    return this.#targetInFlight !== undefined && this.#targets.has(target);
  }

  /** Returns when a write to a target may be sent, in ms of the clock; 0 for any other target. */
  readyAt(target: string): number {
    return this.#targets.get(target)?.retryAt ?? 0;
  }

  recordStart(target: string): void {
    if (this.#targets.has(target)) this.#targetInFlight = target;
  }

  recordEnd(target: string): void {
    if (this.#targetInFlight === target) this.#targetInFlight = undefined;
  }

  /** Records that a write was not answered. */
  recordFailure(target: string): void {
    const { initialTargetBackoff, maxTargetBackoff } = this.#limits;
    const failures = (this.#targets.get(target)?.failures ?? 0) + 1;
    const wait = Math.min(maxTargetBackoff, initialTargetBackoff * 2 ** (failures - 1));
    const retryAt = this.#clock.now() + addJitter(wait, this.#clock);
    this.#targets.set(target, { failures, retryAt });
    this.size = this.#targets.size;
  }

  /** Forgets all of them: it was the connection that failed. */
  clear(): void {
    this.#targets.clear();
    this.size = 0;
  }

  recordResponse(target: string): void {
    this.#targets.delete(target);
    this.size = this.#targets.size;
  }
}
