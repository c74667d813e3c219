import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock';

/** In ms, before the event loop gets its turn. */
export const maxWorkSliceDuration = 10;

/** Splits long work, so that it does not block the event loop. */
export class WorkSlices {
  #sliceStart = performance.now();

  /** Call it between two steps. Returns a promise to await if the slice is over. */
  next(): Promise<void> | undefined {
    if (performance.now() - this.#sliceStart < maxWorkSliceDuration) return undefined;
    return this.#begin();
  }

  async #begin(): Promise<void> {
    await nextTurn();
    this.#sliceStart = performance.now();
  }
}

/**
 * Runs tasks in order: a few synchronously within `run`, longer work in later turns, so that thousands of deliveries
 * do not block the event loop.
 */
export class SlicedQueue {
  #pending: (() => void)[] = [];
  #doneCount = 0;
  #sliceStart: number | undefined;
  #isTaskRunning = false;
  #laterSteps: (() => void)[] = [];
  #immediate: NodeJS.Immediate | undefined;
  readonly #resolveOnClose = new Set<() => void>();

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** True if no task waits, and the slice of this turn is not over. The first call starts the slice. */
  hasTime(): boolean {
    if (this.#pending.length > 0) return false;
    if (this.#sliceStart === undefined) {
      this.#sliceStart = this.clock.now();
      this.#immediate ??= setImmediate(this.#runSlice);
      return true;
    }
    return this.#isSliceOn();
  }

  run(task: () => void): void {
    if (this.hasTime()) return this.#runTask(task);
    this.#pending.push(task);
    this.#immediate ??= setImmediate(this.#runSlice);
  }

  /**
   * Runs a step of the running task: synchronously, or, after the slice is over, in a later slice before the waiting
   * tasks. If no task is running, the step is queued as a task.
   */
  readonly runStep = (step: () => void): void => {
    if (!this.#isTaskRunning) return this.run(step);
    if (this.#laterSteps.length === 0 && this.#isSliceOn()) this.#callCatching(step);
    else this.#laterSteps.push(step);
  };

  async whenDone(): Promise<void> {
    if (this.#pending.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#resolveOnClose.add(resolve);
      this.#pending.push(() => {
        this.#resolveOnClose.delete(resolve);
        resolve();
      });
    });
  }

  close(): void {
    for (const resolve of this.#resolveOnClose) resolve();
    this.#resolveOnClose.clear();
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    this.#pending = [];
    this.#doneCount = 0;
    this.#laterSteps = [];
  }

  #isSliceOn(): boolean {
    return this.clock.now() - (this.#sliceStart ?? -Infinity) < maxWorkSliceDuration;
  }

  #runTask(task: () => void): void {
    this.#isTaskRunning = true;
    this.#callCatching(task);
    this.#isTaskRunning = false;
    if (this.#laterSteps.length === 0) return;
    this.#pending = [...this.#laterSteps, ...this.#pending.slice(this.#doneCount)];
    this.#doneCount = 0;
    this.#laterSteps = [];
    this.#immediate ??= setImmediate(this.#runSlice);
  }

  #callCatching(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.onError(error);
    }
  }

  readonly #runSlice = (): void => {
    this.#immediate = undefined;
    this.#sliceStart = undefined;
    if (this.#pending.length === 0) return;
    const start = this.clock.now();
    this.#sliceStart = start;
    while (this.#doneCount < this.#pending.length) {
      const task = this.#pending[this.#doneCount];
      this.#doneCount += 1;
      if (task !== undefined) this.#runTask(task);
      if (this.clock.now() - start >= maxWorkSliceDuration) break;
    }
    this.#sliceStart = undefined;
    if (this.#doneCount < this.#pending.length) {
      this.#immediate ??= setImmediate(this.#runSlice);
      return;
    }
    this.#pending = [];
    this.#doneCount = 0;
  };
}
