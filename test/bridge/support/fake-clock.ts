import { setImmediate } from 'node:timers/promises';
import type { Clock, TimerHandle } from '../../../src/bridge/clock';

interface ScheduledTimer {
  at: number;
  callback: () => void;
}

/** Most timers that fire within a millisecond; more are set again and again without end. */
const maxTimersPerMillisecond = 5_000;

/** A clock that only a test advances. */
export class FakeClock implements Clock {
  readonly #timers = new Map<TimerHandle, ScheduledTimer>();
  #now = 0;
  #suspendedFor = 0;
  #seed = 1;
  #firedTimers = 0;

  /** @param flush lets all that follows a timer happen before the next one fires */
  constructor(private readonly flush: () => Promise<void> = flushPromises) {}

  now(): number {
    return this.#now;
  }

  wallTime(): number {
    return this.#now + this.#suspendedFor;
  }

  /** Suspends the machine: the date goes on, and nothing else. */
  suspend(duration: number): void {
    this.#suspendedFor += duration;
  }

  /** Lets the process stand still: the time goes on, and no timer fires. */
  stall(duration: number): void {
    this.#now += duration;
  }

  setTimeout(callback: () => void, delay: number): TimerHandle {
    const timer = setTimeout(callback, 0);
    clearTimeout(timer);
    this.#timers.set(timer, { at: this.#now + delay, callback });
    return timer;
  }

  clearTimeout(timer: TimerHandle | undefined): void {
    if (timer !== undefined) this.#timers.delete(timer);
  }

  /** Pseudo-random numbers that are the same in every run. */
  random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  }

  /** Number of timers that have fired so far. */
  get firedTimers(): number {
    return this.#firedTimers;
  }

  /** Number of timers that have not fired. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /**
   * Advances the time, and fires the timers that are due.
   *
   * @throws {Error} when they are set again and again for the same time
   */
  async advance(duration: number): Promise<void> {
    const end = this.#now + duration;
    let millisecond = this.#now;
    let firedInMillisecond = 0;
    await this.flush();
    for (;;) {
      const next = this.#findNextBefore(end);
      if (next === undefined) break;
      const [timer, { at, callback }] = next;
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, at);
      this.#firedTimers += 1;
      if (this.#now >= millisecond + 1) {
        millisecond = this.#now;
        firedInMillisecond = 0;
      }
      firedInMillisecond += 1;
      if (firedInMillisecond > maxTimersPerMillisecond)
        throw new Error(`Timers are set again and again for ${this.#now} ms.`);
      callback();
      await this.flush();
    }
    this.#now = end;
  }

  #findNextBefore(end: number): [TimerHandle, ScheduledTimer] | undefined {
    let next: [TimerHandle, ScheduledTimer] | undefined;
    for (const entry of this.#timers) {
      if (entry[1].at <= end && (next === undefined || entry[1].at < next[1].at)) next = entry;
    }
    return next;
  }
}

/**
 * Takes what a promise holds by now.
 *
 * @throws {Error} where it still waits: without a step of the clock it would wait until the test is over
 */
export const settle = async <Value>(promise: Promise<Value>): Promise<Value> =>
  Promise.race([promise, flushPromises().then(throwUnsettled)]);

function throwUnsettled(): never {
  throw new Error('This is not settled: the request still waits, or was never answered.');
}

/** Runs all pending microtasks and immediates. */
export async function flushPromises(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await setImmediate();
}

/** As `flushPromises`, and faster, where nothing waits for an immediate. */
export async function flushMicrotasks(): Promise<void> {
  for (let round = 0; round < 8; round += 1) await Promise.resolve();
}
