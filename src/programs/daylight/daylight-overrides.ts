import type { Clock, TimerHandle } from '../../bridge/time/clock';

/** Since when lamps that somebody else has set are left alone, by their ids; system time in ms. */
export type DaylightOverrideStartTimes = Readonly<Record<string, number>>;

/** A lamp that somebody else has set. */
interface Override {
  readonly since: number;
  cancelResume(): void;
}

/** The lamps that are left alone since somebody else has set them. */
export class DaylightOverrides {
  readonly #clock: Clock;
  readonly #duration: number;
  readonly #onOver: (rid: string) => void;
  readonly #overrides = new Map<string, Override>();

  /**
   * @param duration how long a lamp is left alone, in ms; Infinity for no end
   * @param onOver called when that time is over
   */
  constructor(clock: Clock, duration: number, onOver: (rid: string) => void) {
    this.#clock = clock;
    this.#duration = duration;
    this.#onOver = onOver;
  }

  has(rid: string): boolean {
    return this.#overrides.has(rid);
  }

  listStartTimes(): DaylightOverrideStartTimes {
    return Object.fromEntries([...this.#overrides].map(([rid, { since }]) => [rid, since]));
  }

  /** @param since system time in ms */
  begin(rid: string, since: number): void {
    this.end(rid);
    const now = this.#clock.wallTime();
    // The date may have been set back since then.
    const begin = Math.min(since, now);
    const rest = begin + this.#duration - now;
    const cancelResume = callAfterDelayWithSleep(this.#clock, rest, () => this.#onOver(rid));
    this.#overrides.set(rid, { since: begin, cancelResume });
  }

  end(rid: string): void {
    this.#overrides.get(rid)?.cancelResume();
    this.#overrides.delete(rid);
  }

  endAll(): void {
    for (const rid of this.#overrides.keys()) this.end(rid);
  }
}

/** Longest time, in ms, until it is seen that the machine slept. */
const longestUnseenSleep = 60_000;

/**
 * Calls back after a delay in which the time counts that the machine slept: up to a minute after it woke.
 *
 * @param delay ms; Infinity never calls back
 * @returns cancels it
 */
function callAfterDelayWithSleep(clock: Clock, delay: number, callback: () => void): () => void {
  const startedAt = clock.now();
  const endsAt = clock.wallTime() + delay;
  let timer: TimerHandle | undefined;
  const wait = (): void => {
    // The date may have been set back: it is awake time then that counts.
    const rest = Math.min(endsAt - clock.wallTime(), startedAt + delay - clock.now());
    timer = clock.setTimeout(
      () => (rest <= longestUnseenSleep ? callback() : wait()),
      Math.min(Math.max(0, rest), longestUnseenSleep),
    );
  };
  if (delay < Infinity) wait();
  return () => clock.clearTimeout(timer);
}
