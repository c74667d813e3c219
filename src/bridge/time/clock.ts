/** Something that `clearTimeout` of the same clock takes. */
export type Timer = ReturnType<typeof setTimeout>;

/** Time and chance, so that tests can hold both in their hands. */
export interface Clock {
  /** Monotonic time in ms; it does not jump when somebody sets the date. */
  now(): number;
  /** Time of the calendar in ms: it jumps when somebody sets the date, but counts while the machine sleeps. */
  date(): number;
  setTimeout(callback: () => void, delay: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
}

/** Longest wait that timers know, in ms; they take a longer one for none. Node.js documentation, `setTimeout`. */
export const longestDelay = 2_147_483_647;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  setTimeout: (callback, delay) => setTimeout(callback, Math.min(delay, longestDelay)),
  clearTimeout: (timer) => clearTimeout(timer),
  random: () => Math.random(),
};

/** The clock of the machine, with timers that keep no process alive. */
export const quietClock: Clock = {
  ...systemClock,
  setTimeout: (callback, delay) => systemClock.setTimeout(callback, delay).unref(),
};

/**
 * Calls back after a wait, once what arrived by then has been read: a process that was held up comes to its timers
 * before its sockets, and would take for missing what has long been there.
 *
 * @param callback told when the wait was over, in ms of the clock
 * @returns calls it off
 */
export function afterWait(
  clock: Clock,
  wait: number,
  callback: (overAt: number) => void,
): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = clock.setTimeout(() => {
    turn = setImmediate(callback, clock.now());
  }, wait);
  return () => {
    clock.clearTimeout(timer);
    clearImmediate(turn);
  };
}

/**
 * Waits, but not past an abort. When the time has passed, what arrived meanwhile has been read.
 *
 * @param wait ms
 * @returns true when the time passed, false when the signal was aborted first
 */
export function pause(clock: Clock, wait: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const abandon = (): void => {
      callOff();
      resolve(false);
    };
    const callOff = afterWait(clock, wait, () => {
      signal.removeEventListener('abort', abandon);
      resolve(true);
    });
    signal.addEventListener('abort', abandon, { once: true });
  });
}
