import type { Clock, Timer } from '../../../src/bridge/time/clock';

/** Longest delay that a timer of Node.js takes, in ms. */
const longestDelay = 2_147_483_647;

/** A clock that goes faster than life, and can be put forward, as that of a machine that slept. */
export class FastClock implements Clock {
  readonly #speed: number;
  readonly #start = performance.now();
  readonly #pending = new Map<Timer, { at: number; callback: () => void }>();
  #ahead = 0;

  /** @param speed ms of this clock in one ms of life */
  constructor(speed: number) {
    this.#speed = speed;
  }

  now(): number {
    return (performance.now() - this.#start) * this.#speed + this.#ahead;
  }

  date(): number {
    return this.now();
  }

  setTimeout(callback: () => void, delay: number): Timer {
    const ring = (): void => {
      this.#pending.delete(timer);
      callback();
    };
    const timer = setTimeout(ring, Math.min(delay / this.#speed, longestDelay));
    this.#pending.set(timer, { at: this.now() + delay, callback });
    return timer;
  }

  clearTimeout(timer: Timer | undefined): void {
    if (timer !== undefined) this.#pending.delete(timer);
    clearTimeout(timer);
  }

  random(): number {
    return Math.random();
  }

  /** Puts the clock forward: whatever would have rung meanwhile rings at once, as after a sleep. */
  jump(ms: number): void {
    this.#ahead += ms;
    const now = this.now();
    for (const [timer, { at, callback }] of this.#pending) {
      if (at > now) continue;
      this.clearTimeout(timer);
      setImmediate(callback);
    }
  }
}
