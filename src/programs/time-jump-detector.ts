import type { Clock } from '../bridge/time/clock';

/** Difference between two clocks from which the date was set or the machine has slept, in ms. */
const leastTimeJump = 30_000;

/** Notices that the date was set, or that the machine has slept. */
export class TimeJumpDetector {
  readonly #clock: Clock;
  /** System time less that of the clock that nobody sets, in ms. */
  #offset = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.restart();
  }

  /** What was before no longer counts. */
  restart(): void {
    this.#offset = this.#clock.wallTime() - this.#clock.now();
  }

  /** By how much the system time has jumped since the last call or since `restart`, in ms; 0 where it has not. */
  takeJump(): number {
    const before = this.#offset;
    this.restart();
    const jump = this.#offset - before;
    return Math.abs(jump) > leastTimeJump ? jump : 0;
  }
}
