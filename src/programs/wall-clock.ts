import type { Clock, TimerHandle } from '../bridge/clock';
import { unitLengths } from '../units/duration';

/** In ms: the machine may sleep, its clock may be set, and the times may change. */
const longestWait = unitLengths.minute;

/** Calls back at times of the system clock, and at least once a minute. */
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

/** Minimum jump of the system time against the monotonic time, in ms. */
const leastTimeJump = 30_000;

/** Finds out that the system date was set or the machine slept: both make the system time jump. */
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

/** In ms. */
const longestUnseenSleep = 60_000;

/**
 * Calls back after a delay in ms that includes machine sleep, at most a minute after the sleep.
 *
 * @param delay Infinity never calls back
 * @returns cancels the callback
 */
export function callAfterDelayWithSleep(
  clock: Clock,
  delay: number,
  callback: () => void,
): () => void {
  const startedAt = clock.now();
  const endsAt = clock.wallTime() + delay;
  let timer: TimerHandle | undefined;
  const wait = (): void => {
    // If the system date was set back, the time awake counts.
    const rest = Math.min(endsAt - clock.wallTime(), startedAt + delay - clock.now());
    timer = clock.setTimeout(
      () => (rest <= longestUnseenSleep ? callback() : wait()),
      Math.min(Math.max(0, rest), longestUnseenSleep),
    );
  };
  if (delay < Infinity) wait();
  return () => clock.clearTimeout(timer);
}
