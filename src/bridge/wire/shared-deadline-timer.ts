import { callAfterDelay, unrefTimerClock } from '../time/clock';

/** An operation with a deadline. */
export interface OperationWithDeadline {
  /** `performance.now()` at its start. */
  readonly startedAt: number;
  /** Called once when its deadline has passed. */
  expire(): void;
}

/**
 * The same timeout for many short operations: a single timer for the earliest of them, because
 * setting and clearing one for each request costs more than everything else up to sending it.
 */
export class SharedDeadlineTimer {
  readonly #timeout: number;
  readonly #operations = new Set<OperationWithDeadline>();
  #cancelTimer: (() => void) | undefined;

  /**
   * @param timeout for each operation, in ms
   */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Adds an operation that starts now. */
  add(operation: OperationWithDeadline): void {
    this.#operations.add(operation);
    this.#cancelTimer ??= this.#startTimer(this.#timeout);
  }

  /** Removes an operation; with the last one goes the timer, which would wake an idle process. */
  remove(operation: OperationWithDeadline): void {
    if (this.#operations.delete(operation) && this.#operations.size === 0) this.#clearTimer();
  }

  /** Clears the timer and drops all operations. */
  close(): void {
    this.#clearTimer();
    this.#operations.clear();
  }

  #clearTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #startTimer(delay: number): () => void {
    return callAfterDelay(unrefTimerClock, Math.max(1, Math.ceil(delay)), (now) =>
      this.#expireOverdue(now),
    );
  }

  #expireOverdue(now: number): void {
    this.#cancelTimer = undefined;
    for (const operation of this.#operations) {
      const remaining = operation.startedAt + this.#timeout - now;
      if (remaining > 0) {
        this.#cancelTimer = this.#startTimer(remaining);
        return;
      }
      this.#operations.delete(operation);
      operation.expire();
    }
  }
}
