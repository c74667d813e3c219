/** Something that `clearTimeout` of the same clock takes. */
export type Timer = ReturnType<typeof setTimeout>;

/** Time and chance, so that tests can hold both in their hands. */
export interface Clock {
  /** Monotonic time in ms; it does not jump when somebody sets the date. */
  now(): number;
  setTimeout(callback: () => void, delay: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer),
  random: () => Math.random(),
};
