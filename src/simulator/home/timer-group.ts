/** Maximum delay of Node.js timers, in ms: `setTimeout` sets a longer one to 1. */
const maxDelay = 2_147_483_647;

/** Timers of one simulator, which are unref'd and can all be stopped together. */
export class TimerGroup {
  readonly #pending = new Set<NodeJS.Timeout>();
  readonly #cancelByName = new Map<string, () => void>();
  #stopped = false;

  /** Calls `action` once after a delay in ms. @returns cancels the timer */
  after(delay: number, action: () => void): () => void {
    const timer = setTimeout(
      () => {
        this.#pending.delete(timer);
        action();
      },
      Math.min(delay, maxDelay),
    );
    return this.#track(timer);
  }

  /** Like `after`, but cancels the previous timer of the same name. */
  restart(name: string, delay: number, action: () => void): void {
    this.#cancelByName.get(name)?.();
    this.#cancelByName.set(name, this.after(delay, action));
  }

  /** Calls `action` at an interval in ms. @returns cancels the timer */
  every(interval: number, action: () => void): () => void {
    return this.#track(setInterval(action, Math.min(interval, maxDelay)));
  }

  /** Number of running timers. */
  get size(): number {
    return this.#pending.size;
  }

  /** Cancels all timers; those started afterwards never run. */
  stopAll(): void {
    this.#stopped = true;
    for (const timer of this.#pending) clearTimeout(timer);
    this.#pending.clear();
  }

  #track(timer: NodeJS.Timeout): () => void {
    const stopAll = (): void => {
      clearTimeout(timer);
      this.#pending.delete(timer);
    };
    timer.unref();
    if (this.#stopped) stopAll();
    else this.#pending.add(timer);
    return stopAll;
  }
}
