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

  /**
   * Removes an operation; the timer may fire once more without effect. It does not keep the process
   * alive.
   */
  remove(operation: OperationWithDeadline): void {
    this.#operations.delete(operation);
  }

  /** Clears the timer and drops all operations. */
  close(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#operations.clear();
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
