import type { Clock, TimerHandle } from '../../../bridge/time/clock';
import { unitLengths } from '../../../units/duration';

export type SunEvent = 'sunrise' | 'sunset';

/** Times of sunrise and sunset on one day, in ms since the epoch. */
export interface SunTimes {
  readonly rise: number;
  readonly set: number;
}

/** Returns the times for the day of a time; undefined while they are not known. */
type SunTimesLookup = (time: number) => SunTimes | undefined;

/** Longest wait in ms before the clock is read again: the machine may sleep, and the bridge may report other times. */
const longestWait = unitLengths.minute;
/**
 * Age in ms after which a sunrise or sunset is no longer reported: a machine may stall, and a sunset at night is
 * useless.
 */
const longestDelay = 5 * unitLengths.minute;
/** Shortest time between two sunrises, in ms: the reported time of a day changes by minutes. */
const shortestDay = 43_200_000;
const { day } = unitLengths;

/** Calls back at each sunrise and sunset. A day without sunrise or sunset has no call. */
export class SunEventNotifier {
  readonly #getTimes: SunTimesLookup;
  readonly #clock: Clock;
  readonly #onEvent: (event: SunEvent, times: SunTimes) => void;
  readonly #reportedAt = new Map<SunEvent, number>();
  /** Time up to which events have been reported, in ms since the epoch. */
  #seenUntil: number;
  /** False while the times of the day are not known; events until then are not reported later. */
  #isKnown: boolean;
  #timer: TimerHandle | undefined;

  /** @param onEvent receives the times of the day too */
  constructor(
    getTimes: SunTimesLookup,
    clock: Clock,
    onEvent: (event: SunEvent, times: SunTimes) => void,
  ) {
    this.#getTimes = getTimes;
    this.#clock = clock;
    this.#onEvent = onEvent;
    this.#seenUntil = clock.wallTime();
    this.#isKnown = getTimes(this.#seenUntil) !== undefined;
    this.#schedule();
  }

  update(): void {
    this.#reportPassed();
    this.#schedule();
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer);
  }

  #schedule(): void {
    this.#clock.clearTimeout(this.#timer);
    const now = this.#clock.wallTime();
    const delays = listMoments(this.#getTimes(now)).map(({ at }) => at - now);
    const delay = Math.min(longestWait, ...delays.filter((one) => one > 0));
    this.#timer = this.#clock.setTimeout(() => this.update(), Math.ceil(delay));
  }

  #reportPassed(): void {
    const now = this.#clock.wallTime();
    const from = this.#isKnown ? Math.max(Math.min(this.#seenUntil, now), now - longestDelay) : now;
    this.#seenUntil = now;
    this.#isKnown = this.#getTimes(now) !== undefined;
    for (const { event, at, times } of [from, now].flatMap((time) =>
      listMoments(this.#getTimes(time)),
    )) {
      const before = this.#reportedAt.get(event) ?? -Infinity;
      if (at <= from || at > now || at - before < shortestDay) continue;
      this.#reportedAt.set(event, at);
      this.#onEvent(event, times);
    }
  }
}

interface SunMoment {
  readonly event: SunEvent;
  readonly at: number;
  readonly times: SunTimes;
}

/** Returns the events of a day; empty if the sun stays up or down. */
function listMoments(times: SunTimes | undefined): readonly SunMoment[] {
  if (times === undefined || times.set <= times.rise || times.set - times.rise > day) return [];
  return [
    { event: 'sunrise', at: times.rise, times },
    { event: 'sunset', at: times.set, times },
  ];
}
