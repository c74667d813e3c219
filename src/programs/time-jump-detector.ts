import type { Clock } from '../bridge/time/clock';

/** Minimum change of the difference of the clocks that counts as a set date or machine sleep, in ms. */
const leastTimeJump = 30_000;

/** Detects that the system date was set or the machine slept. */
export class TimeJumpDetector {
  /** System time minus monotonic time, in ms. */
  #offset = 0;

  constructor(private readonly clock: Clock) {
    this.restart();
  }

  restart(): void {
    this.#offset = this.clock.wallTime() - this.clock.now();
  }

  /** Returns the jump of the system time since the last call or `restart`, in ms; 0 without a jump. */
  takeJump(): number {
    const before = this.#offset;
    this.restart();
    const jump = this.#offset - before;
    return Math.abs(jump) > leastTimeJump ? jump : 0;
  }
}
