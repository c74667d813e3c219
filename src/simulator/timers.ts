type TimerHandle = ReturnType<typeof setTimeout>;

/** Tests replace it. */
export interface SimulatorClock {
  /** Monotonic time in ms. */
  now(): number;
  setTimeout(callback: () => void, delay: number): TimerHandle;
  clearTimeout(timer: TimerHandle): void;
}

/** In ms: `setTimeout` of Node.js sets a longer delay to 1. */
const maxDelay = 2_147_483_647;

/** The timers do not keep the process alive. */
const simulatorSystemClock: SimulatorClock = {
  now: () => performance.now(),
  setTimeout: (callback, delay) => setTimeout(callback, Math.min(delay, maxDelay)).unref(),
  clearTimeout: (timer) => clearTimeout(timer),
};

/** All timers of one simulator, on its clock: they end together. */
export class TimerGroup {
  readonly #clock: SimulatorClock;
  readonly #pending = new Set<TimerHandle>();
  readonly #cancelByName = new Map<string, () => void>();
  #stopped = false;

  constructor(clock: SimulatorClock = simulatorSystemClock) {
    this.#clock = clock;
  }

  /** Monotonic, in ms. */
  now(): number {
    return this.#clock.now();
  }

  /**
   * @param delay in ms
   * @returns a function that cancels the timer
   */
  after(delay: number, action: () => void): () => void {
    if (this.#stopped) return () => undefined;
    const timer = this.#clock.setTimeout(() => {
      this.#pending.delete(timer);
      action();
    }, delay);
    this.#pending.add(timer);
    return () => {
      this.#clock.clearTimeout(timer);
      this.#pending.delete(timer);
    };
  }

  /** As `after`, but cancels the previous timer of the same name. */
  restart(name: string, delay: number, action: () => void): void {
    this.cancel(name);
    const cancel = this.after(delay, () => {
      this.#cancelByName.delete(name);
      action();
    });
    this.#cancelByName.set(name, cancel);
  }

  /** True if the timer was running. */
  cancel(name: string): boolean {
    this.#cancelByName.get(name)?.();
    return this.#cancelByName.delete(name);
  }

  /**
   * @param interval in ms
   * @returns a function that cancels the timer
   */
  every(interval: number, action: () => void): () => void {
    let cancel = (): void => undefined;
    const schedule = (): void => {
      cancel = this.after(interval, () => {
        schedule();
        action();
      });
    };
    schedule();
    return () => cancel();
  }

  /** Of running timers. */
  get size(): number {
    return this.#pending.size;
  }

  /** Timers started afterwards never run. */
  stopAll(): void {
    this.#stopped = true;
    for (const timer of this.#pending) this.#clock.clearTimeout(timer);
    this.#pending.clear();
    this.#cancelByName.clear();
  }
}
