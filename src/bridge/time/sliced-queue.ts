import type { Clock } from './clock';
import { maxWorkSliceDuration } from './work-slices';

/**
 * Runs tasks in their order. Few of them run at once, within `run`. What takes longer than a slice goes on in later turns of
 * the event loop, so that a burst of thousands, such as deliveries to many watchers, blocks nothing else.
 */
export class SlicedQueue {
  #pending: (() => void)[] = [];
  /** Number of `#pending` that have run. */
  #doneCount = 0;
  /** Start of the slice in this turn of the event loop, in ms of the clock. */
  #sliceStart: number | undefined;
  #isTaskRunning = false;
  /** Steps of the running task for which its slice has no time. */
  #laterSteps: (() => void)[] = [];
  #immediate: NodeJS.Immediate | undefined;
  readonly #resolveOnClose = new Set<() => void>();

  /** @param onError called with what a task throws; those after it run all the same */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Returns true if a task may run at once: none waits, and the slice of this turn, which the first call starts, is not over. */
  hasTime(): boolean {
    if (this.#pending.length > 0) return false;
    if (this.#sliceStart === undefined) {
      this.#sliceStart = this.clock.now();
      this.#immediate ??= setImmediate(this.#runSlice);
      return true;
    }
    return this.#isSliceOn();
  }

  /** Runs a task: at once, or after those that wait. */
  run(task: () => void): void {
    if (this.hasTime()) return this.#runTask(task);
    this.#pending.push(task);
    this.#immediate ??= setImmediate(this.#runSlice);
  }

  /**
   * Runs a step of the running task, such as one of thousands of messages: at once, or, when the slice is over, in a later
   * one, before the tasks that wait. Called later than that, it is a task.
   */
  readonly runStep = (step: () => void): void => {
    if (!this.#isTaskRunning) return this.run(step);
    if (this.#laterSteps.length === 0 && this.#isSliceOn()) this.#callCatching(step);
    else this.#laterSteps.push(step);
  };

  /** Resolves when all that waits now has run, or was dropped. */
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

  /** Drops what waits. */
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
