import { setImmediate } from 'node:timers/promises';
import type { Clock, Timer } from '../../src/bridge/time/clock';

interface Planned {
  at: number;
  callback: () => void;
}

/** Time that passes only when a test says so. */
export class FakeClock implements Clock {
  readonly #planned = new Map<Timer, Planned>();
  #now = 0;
  #slept = 0;
  #seed = 1;

  now(): number {
    return this.#now;
  }

  date(): number {
    return this.#now + this.#slept;
  }

  /** Lets the machine sleep: the date goes on, and nothing else. */
  sleep(duration: number): void {
    this.#slept += duration;
  }

  setTimeout(callback: () => void, delay: number): Timer {
    const timer = setTimeout(callback, 0);
    clearTimeout(timer);
    this.#planned.set(timer, { at: this.#now + delay, callback });
    return timer;
  }

  clearTimeout(timer: Timer | undefined): void {
    if (timer !== undefined) this.#planned.delete(timer);
  }

  /** Numbers that look random and are the same in every run. */
  random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  }

  /** Timers that still wait. */
  get waiting(): number {
    return this.#planned.size;
  }

  /** Lets time pass, and everything happen that is due meanwhile. */
  async pass(duration: number): Promise<void> {
    const end = this.#now + duration;
    await settle();
    for (;;) {
      const next = this.#nextBefore(end);
      if (next === undefined) break;
      const [timer, { at, callback }] = next;
      this.#planned.delete(timer);
      this.#now = Math.max(this.#now, at);
      callback();
      await settle();
    }
    this.#now = end;
  }

  #nextBefore(end: number): [Timer, Planned] | undefined {
    let next: [Timer, Planned] | undefined;
    for (const entry of this.#planned) {
      if (entry[1].at <= end && (next === undefined || entry[1].at < next[1].at)) next = entry;
    }
    return next;
  }
}

/** Lets everything happen that waits for no timer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}
