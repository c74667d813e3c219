export type TimerHandle = ReturnType<typeof setTimeout>;

/** Tests replace the clock. */
export interface Clock {
  /** Monotonic, in ms. A change of the system time does not affect it. */
  now(): number;
  /** In ms since the epoch. It advances while the machine sleeps. */
  wallTime(): number;
  setTimeout(callback: () => void, delay: number): TimerHandle;
  clearTimeout(timer: TimerHandle | undefined): void;
  /** From 0 up to, but not including, 1. */
  random(): number;
}

/** In ms. A longer timer fires immediately. Node.js documentation, `setTimeout`. */
export const maxTimerDelay = 2_147_483_647;

export const systemClock: Clock = {
  now: performance.now.bind(performance),
  wallTime: Date.now,
  setTimeout: (callback, delay) => setTimeout(callback, Math.min(delay, maxTimerDelay)),
  clearTimeout: (timer) => clearTimeout(timer),
  random: () => Math.random(),
};

export const unrefTimerClock: Clock = {
  ...systemClock,
  setTimeout: (callback, delay) => systemClock.setTimeout(callback, delay).unref(),
};

/** One timer for the earliest of several times. It may fire early, never late. */
export class EarliestTimer {
  #timer: TimerHandle | undefined;
  #at = Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly callback: () => void,
  ) {}

  /** In ms of the clock; Infinity clears the timer. An earlier timer stays. */
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
 * Calls back after a delay, and after reading the data that arrived by then. After a blocked event loop, timers run
 * before sockets: a timeout would hit a response that has arrived.
 *
 * @param callback called with the end of the delay, in ms of the clock
 * @returns cancels the callback
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
 * Waits for a delay in ms. Data that arrived meanwhile has been read afterwards.
 *
 * @returns true after the delay, false after the abort
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

/** Relative; many clients must not reconnect at the same time. */
const jitterRatio = 0.2;

export const addJitter = (delay: number, clock: Clock): number =>
  delay * (1 - jitterRatio + 2 * jitterRatio * clock.random());

/** Delays that double with each attempt, up to a maximum, with jitter. */
export class ExponentialBackoff {
  #attempts = 0;

  constructor(
    private readonly initialDelay: number,
    private readonly maxDelay: number,
    private readonly clock: Clock,
  ) {}

  nextDelay(): number {
    const delay = Math.min(this.initialDelay * 2 ** this.#attempts, this.maxDelay);
    this.#attempts += 1;
    return addJitter(delay, this.clock);
  }

  reset(): void {
    this.#attempts = 0;
  }
}
