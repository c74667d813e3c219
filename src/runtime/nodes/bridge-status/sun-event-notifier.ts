import type { Clock, TimerHandle } from '../../../bridge/time/clock';
import { unitLengths } from '../../../units/duration';

/** What the sun does at a moment. */
export type SunEvent = 'sunrise' | 'sunset';

/** When the sun rises and sets on one day, in ms since the epoch. */
export interface SunTimes {
  readonly rise: number;
  readonly set: number;
}

/** The sun of the day that a time belongs to; undefined while it is not known. */
export type SunTimesLookup = (time: number) => SunTimes | undefined;

/** Longest time until the date is read again, in ms: the machine may sleep, and the bridge may report other times. */
const longestWait = unitLengths.minute;
/** Age, in ms, beyond which a moment is not reported any more: a machine may stall, but nobody wants a sunset at night. */
const longestDelay = 5 * unitLengths.minute;
/** Shortest time between two sunrises, in ms: the reported time of a day changes by minutes. */
const shortestDay = 43_200_000;
/** One day, in ms. */
const { day } = unitLengths;

/** Calls back at each sunrise and sunset. Where the sun does not rise or set that day, nothing is called. */
export class SunEventNotifier {
  readonly #getTimes: SunTimesLookup;
  readonly #clock: Clock;
  readonly #onEvent: (event: SunEvent, times: SunTimes) => void;
  readonly #reportedAt = new Map<SunEvent, number>();
  /** Time up to which moments have been reported, in ms since the epoch. */
  #seenUntil: number;
  /** False while the times of the day are not known: what passed until then is not reported afterwards. */
  #isKnown: boolean;
  #timer: TimerHandle | undefined;

  /** @param onEvent called with the times of that day */
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

  /** Takes up other times of the day than those that were known. */
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

  /** Reports what has passed since the last call. */
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

/** A sunrise or a sunset. */
interface SunMoment {
  readonly event: SunEvent;
  readonly at: number;
  readonly times: SunTimes;
}

/** Those of a day; none where the sun stays up or down. */
function listMoments(times: SunTimes | undefined): readonly SunMoment[] {
  if (times === undefined || times.set <= times.rise || times.set - times.rise > day) return [];
  return [
    { event: 'sunrise', at: times.rise, times },
    { event: 'sunset', at: times.set, times },
  ];
}
