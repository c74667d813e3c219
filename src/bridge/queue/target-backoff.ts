import { ExponentialBackoff } from '../time/exponential-backoff';
import type { Clock } from '../time/clock';
import type { ClientLimits } from '../limits/client-limits';

interface UnresponsiveTarget {
  readonly backOff: ExponentialBackoff;
  readonly retryAt: number;
}

/**
 * Backoff for resources that did not answer although the bridge did. Together they have one write in flight, so that
 * they occupy at most one slot.
 */
export class TargetBackoff {
  /** Number of these resources. Public for speed: each request reads it. Only this class changes it. */
  size = 0;
  readonly #targets = new Map<string, UnresponsiveTarget>();
  #targetInFlight: string | undefined;

  constructor(
    private readonly limits: ClientLimits,
    private readonly clock: Clock,
  ) {}

  isBlocked(target: string): boolean {
    return this.#targetInFlight !== undefined && this.#targets.has(target);
  }

  readyAt(target: string): number {
    return this.#targets.get(target)?.retryAt ?? 0;
  }

  recordStart(target: string): void {
    if (this.#targets.has(target)) this.#targetInFlight = target;
  }

  recordEnd(target: string): void {
    if (this.#targetInFlight === target) this.#targetInFlight = undefined;
  }

  recordFailure(target: string): void {
    const { initialTargetBackoff, maxTargetBackoff } = this.limits;
    const backOff =
      this.#targets.get(target)?.backOff ??
      new ExponentialBackoff(initialTargetBackoff, maxTargetBackoff, this.clock);
    this.#targets.set(target, { backOff, retryAt: this.clock.now() + backOff.nextDelay() });
    this.size = this.#targets.size;
  }

  clear(): void {
    this.#targets.clear();
    this.size = 0;
  }

  recordResponse(target: string): void {
    this.#targets.delete(target);
    this.size = this.#targets.size;
  }
}
