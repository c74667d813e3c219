import type { Clock } from '../../bridge/time/clock';
import { unitLengths } from '../../units/duration';
import type { SunEvent, SunEventMoment } from './sun-days';
import { WallClockAlarm } from './wall-clock-alarm';

/** Undefined while the events are not known. */
export type SunEventLookup = (time: number) => readonly SunEventMoment[] | undefined;

/** In ms; older events are not reported: a machine may stall, and a sunset at night is useless. */
const longestDelay = 5 * unitLengths.minute;
/** Between two sunrises, in ms: the reported time of a day changes by minutes. */
const shortestDay = 43_200_000;

export class SunEventNotifier {
  readonly #alarm: WallClockAlarm;
  readonly #reportedAt = new Map<SunEvent, number>();
  /** In ms since the epoch. */
  #seenUntil: number;
  /** False while the times of the day are not known; events until then are not reported later. */
  #isKnown: boolean;

  constructor(
    private readonly getEvents: SunEventLookup,
    clock: Clock,
    private readonly onEvent: (event: SunEvent) => void,
  ) {
    this.#seenUntil = clock.wallTime();
    this.#isKnown = getEvents(this.#seenUntil) !== undefined;
    this.#alarm = new WallClockAlarm(
      clock,
      (now) => (getEvents(now) ?? []).map(({ at }) => at),
      (now) => this.#reportPassed(now),
    );
  }

  update(): void {
    this.#alarm.update();
  }

  stop(): void {
    this.#alarm.stop();
  }

  #reportPassed(now: number): void {
    const from = this.#isKnown ? Math.max(Math.min(this.#seenUntil, now), now - longestDelay) : now;
    const events = this.getEvents(now);
    this.#seenUntil = now;
    this.#isKnown = events !== undefined;
    for (const { event, at } of events ?? []) {
      const before = this.#reportedAt.get(event) ?? -Infinity;
      if (at <= from || at > now || at - before < shortestDay) continue;
      this.#reportedAt.set(event, at);
      this.onEvent(event);
    }
  }
}
