import { callAfterDelay, unrefTimerClock } from '../time/clock';

export interface OperationWithDeadline {
  /** From `performance.now()`. */
  readonly startedAt: number;
  expire(): void;
}

/**
 * One timer for the earliest deadline of many short operations: one timer per request costs more than all other work
 * before sending.
 */
export class SharedDeadlineTimer {
  readonly #operations = new Set<OperationWithDeadline>();
  #cancelTimer: (() => void) | undefined;

  constructor(private readonly timeout: number) {}

  add(operation: OperationWithDeadline): void {
    this.#operations.add(operation);
    this.#cancelTimer ??= this.#startTimer(this.timeout);
  }

  /** A running timer would wake an idle process. */
  remove(operation: OperationWithDeadline): void {
    if (this.#operations.delete(operation) && this.#operations.size === 0) this.#clearTimer();
  }

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
      const remaining = operation.startedAt + this.timeout - now;
      if (remaining > 0) {
        this.#cancelTimer = this.#startTimer(remaining);
        return;
      }
      this.#operations.delete(operation);
      operation.expire();
    }
  }
}
