/** What `clearTimeout` of the same clock takes. */
export type TimerHandle = ReturnType<typeof setTimeout>;

/** Time, timers and random numbers, so that tests can control them. */
export interface Clock {
  /** Monotonic time in ms; it does not jump when the system time is set. */
  now(): number;
  /**
   * System time in ms since the epoch: it jumps when it is set, but advances while the machine
   * sleeps.
   */
  wallTime(): number;
  setTimeout(callback: () => void, delay: number): TimerHandle;
  clearTimeout(timer: TimerHandle | undefined): void;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
}

/**
 * Longest delay of a timer, in ms; a longer one fires at once. Node.js documentation, `setTimeout`.
 */
export const maxTimerDelay = 2_147_483_647;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: performance.now.bind(performance),
  wallTime: Date.now,
  setTimeout: (callback, delay) => setTimeout(callback, Math.min(delay, maxTimerDelay)),
  clearTimeout: (timer) => clearTimeout(timer),
  random: () => Math.random(),
};

/** The clock of the machine, with timers that do not keep the process alive. */
export const unrefTimerClock: Clock = {
  ...systemClock,
  setTimeout: (callback, delay) => systemClock.setTimeout(callback, delay).unref(),
};

/** One timer for the earliest of several times: it may fire early, never late. */
export class EarliestTimer {
  #timer: TimerHandle | undefined;
  #at = Infinity;

  /** @param callback called when a time has come */
  constructor(
    private readonly clock: Clock,
    private readonly callback: () => void,
  ) {}

  /** Sets the next time, in ms of the clock; Infinity clears the timer. A timer that fires earlier stays. */
  set(at: number): void {
    if (this.#timer !== undefined && this.#at <= at && at < Infinity) return;
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#at = at;
    if (at === Infinity) return;
    this.#timer = this.clock.setTimeout(
      () => {
        this.#timer = undefined;
        this.callback();
      },
      Math.ceil(Math.max(0, at - this.clock.now())),
    );
  }
}

/**
 * Calls back after a delay, once the data that arrived by then has been read: after the event loop
 * was blocked, timers run before sockets, and a timeout would hit a response that has already
 * arrived.
 *
 * @param delay ms
 * @param callback called with the time at which the delay was over, in ms of the clock
 * @returns cancels it
 */
export function callAfterDelay(
  clock: Clock,
  delay: number,
  callback: (elapsedAt: number) => void,
): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = clock.setTimeout(() => {
    immediate = setImmediate(callback, clock.now());
  }, delay);
  return () => {
    clock.clearTimeout(timer);
    clearImmediate(immediate);
  };
}

/**
 * Waits until the delay has passed or the signal is aborted. After the delay, data that arrived
 * meanwhile has been read.
 *
 * @param delay ms
 * @returns true when the time passed, false when the signal was aborted first
 */
export function sleep(clock: Clock, delay: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onAbort = (): void => {
      cancelTimer();
      resolve(false);
    };
    const cancelTimer = callAfterDelay(clock, delay, () => {
      signal.removeEventListener('abort', onAbort);
      resolve(true);
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
