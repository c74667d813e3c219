import type { Clock } from '../bridge/time/clock';

/** Minimum jump of the system time against the monotonic time, in ms. */
const leastTimeJump = 30_000;

/** A jump means that the system date was set or the machine slept. */
export class TimeJumpDetector {
  /** System time minus monotonic time, in ms. */
  #offset = 0;

  constructor(private readonly clock: Clock) {
    this.restart();
  }

  restart(): void {
    this.#offset = this.clock.wallTime() - this.clock.now();
  }

  /** Returns the jump since the last call or `restart`, in ms; 0 without a jump. */
  takeJump(): number {
    const before = this.#offset;
    this.restart();
    const jump = this.#offset - before;
    return Math.abs(jump) > leastTimeJump ? jump : 0;
  }
}
