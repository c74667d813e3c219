import type { Clock, TimerHandle } from '../../bridge/time/clock';
import { unitLengths } from '../../units/duration';

/** In ms: the machine may sleep, its clock may be set, and the times may change. */
const longestWait = unitLengths.minute;

/** Calls back at the next time, and at least once a minute. */
export class WallClockAlarm {
  #timer: TimerHandle | undefined;

  /** @param getTimes in ms since the epoch */
  constructor(
    private readonly clock: Clock,
    private readonly getTimes: (now: number) => readonly (number | undefined)[],
    private readonly onTime: (now: number) => void,
  ) {
    this.#schedule();
  }

  /** Call it after the times changed. */
  update(): void {
    this.onTime(this.clock.wallTime());
    this.#schedule();
  }

  stop(): void {
    this.clock.clearTimeout(this.#timer);
  }

  #schedule(): void {
    this.clock.clearTimeout(this.#timer);
    const now = this.clock.wallTime();
    const delays = this.getTimes(now).map((time = now) => time - now);
    const delay = Math.min(longestWait, ...delays.filter((one) => one > 0));
    this.#timer = this.clock.setTimeout(() => this.update(), Math.ceil(delay));
  }
}
