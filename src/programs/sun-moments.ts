import { parseDuration, unitLengths } from '../units/duration';
import type { SunDay } from './sun-day';
import { fromLocalTime, getLocalStartOfDay } from './time-zone';
import type { Clock } from '../bridge/clock';
import { WallClockAlarm } from './wall-clock';

const { day, minute } = unitLengths;

/** A time of day and an offset have a text; sunrise and sunset have none. */
export const sunMomentTypes = [
  'sunset',
  'beforeSunset',
  'afterSunset',
  'sunrise',
  'beforeSunrise',
  'afterSunrise',
  'time',
] as const;

type SunMomentType = (typeof sunMomentTypes)[number];

export type SunMoment =
  | {
      readonly kind: 'time';
      /** Since midnight, local time of the home. */
      readonly minute: number;
    }
  | {
      readonly kind: 'sunrise' | 'sunset';
      /** In ms; negative before sunrise or sunset. */
      readonly offset: number;
    };

/** In ms. */
export const maxSunOffset = 6 * unitLengths.hour;

const timePattern = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/**
 * @param text a time such as `23:30`, or an offset such as `30min`; ignored for sunrise and sunset
 * @returns undefined for a wrong time, and for an offset above six hours
 */
export function parseSunMoment(type: SunMomentType, text: string): SunMoment | undefined {
  if (type === 'time') {
    const [, hours, minutes] = timePattern.exec(text.trim()) ?? [];
    return hours === undefined
      ? undefined
      : { kind: 'time', minute: Number(hours) * 60 + Number(minutes) };
  }
  const kind = type.endsWith('unrise') ? 'sunrise' : 'sunset';
  if (type === kind) return { kind, offset: 0 };
  const offset = text.trim() === '' ? undefined : parseDuration(text, unitLengths.minute);
  if (offset === undefined || offset > maxSunOffset) return undefined;
  return { kind, offset: type.startsWith('before') ? -offset : offset };
}

/** A part of each day, which may include midnight. */
export interface SunPeriod {
  readonly from: SunMoment;
  readonly to: SunMoment;
}

/**
 * @param text such as `22:00-06:00`, `sunset-23:30` or `sunset-sunrise`
 * @returns undefined for any other text, also for two equal moments
 */
export function parseSunPeriod(text: string): SunPeriod | undefined {
  const [from, to, ...rest] = text.split(/[-\u2013]/).map((moment) => {
    const word = moment.trim().toLowerCase();
    return parseSunMoment(word === 'sunrise' || word === 'sunset' ? word : 'time', word);
  });
  if (from === undefined || to === undefined || rest.length > 0) return undefined;
  return JSON.stringify(from) === JSON.stringify(to) ? undefined : { from, to };
}

export const dependsOnSun = ({ from, to }: SunPeriod): boolean =>
  from.kind !== 'time' || to.kind !== 'time';

export interface HomeSunDays {
  /** The sun on the local day of a time; undefined while the sun of the home is unknown. */
  readonly getSun: (time: number) => SunDay | undefined;
  /** Such as `Europe/Amsterdam`; undefined for that of this machine. */
  readonly timeZone: string | undefined;
}

export type SunEvent = 'sunrise' | 'sunset';

/** May be at an offset from the sunrise or sunset. */
export interface SunEventMoment {
  readonly event: SunEvent;
  /** In ms since the epoch. */
  readonly at: number;
}

/** Names of the bridge. On a polar day the sun does not set, on a polar night it does not rise. */
export type SunDayType = 'normal_day' | 'polar_day' | 'polar_night';

export function getSunDayType({ rise, set }: SunDay): SunDayType {
  if (set <= rise) return 'polar_night';
  return set - rise >= day ? 'polar_day' : 'normal_day';
}

/**
 * Lists the events of yesterday, today and tomorrow, oldest first. A polar day or night has none.
 *
 * @returns undefined while the sun of the home is unknown
 */
export function listSunEvents(
  moments: readonly SunMoment[],
  home: HomeSunDays,
  now: number,
): readonly SunEventMoment[] | undefined {
  const suns = [-1, 0, 1].map((days) => home.getSun(getLocalNoon(home, now, days)));
  if (suns.includes(undefined)) return undefined;
  return suns
    .filter((sun) => sun !== undefined)
    .filter((sun) => getSunDayType(sun) === 'normal_day')
    .flatMap((sun) =>
      moments.flatMap((moment) =>
        moment.kind === 'time'
          ? []
          : { event: moment.kind, at: getSunTime(sun, moment.kind) + moment.offset },
      ),
    )
    .toSorted((one, other) => one.at - other.at);
}

/** Undefined while the sun of the home is unknown. */
export function isSunUp(home: HomeSunDays, now: number): boolean | undefined {
  // In the far north, the sun of a summer day sets after midnight.
  const suns = [-1, 0].map((days) => home.getSun(getLocalNoon(home, now, days)));
  if (suns.includes(undefined)) return undefined;
  return suns.some((sun) => sun !== undefined && now >= sun.rise && now < sun.set);
}

export interface SunPeriodState {
  readonly isWithin: boolean;
  /** Next change in ms since the epoch; undefined if there is none in the next two days. */
  readonly until: number | undefined;
}

/**
 * A period is empty on a day on which its end comes before its start, such as sunset until 22:00 if the sun sets at
 * 22:30. If the sun does not set, a period from sunset or until sunrise is empty. If the sun does not rise, a period
 * from sunrise or until sunset is empty, and the night is from noon to noon.
 *
 * @returns undefined while the sun of the home is unknown and the period needs it
 */
export function getSunPeriodState(
  period: SunPeriod,
  home: HomeSunDays,
  now: number,
): SunPeriodState | undefined {
  const intervals: Interval[] = [];
  for (let days = -2; days <= 2; days += 1) {
    const interval = getInterval(period, home, getLocalMidnight(home, now, days));
    if (interval === undefined) return undefined;
    const last = intervals.at(-1);
    if (interval.to <= interval.from) continue;
    if (last !== undefined && interval.from <= last.to) last.to = Math.max(last.to, interval.to);
    else intervals.push(interval);
  }
  const present = intervals.find(({ from, to }) => from <= now && now < to);
  if (present === undefined)
    return { isWithin: false, until: intervals.find(({ from }) => from > now)?.from };
  const isEndless = present.to - present.from > 2 * day;
  return { isWithin: true, until: isEndless ? undefined : present.to };
}

interface Interval {
  from: number;
  to: number;
}

/**
 * Returns the interval whose start is on a day, empty if its end is not after its start.
 *
 * @param midnight local time of the midnight
 */
function getInterval(
  { from, to }: SunPeriod,
  home: HomeSunDays,
  midnight: number,
): Interval | undefined {
  const end = midnight + (endsOnNextDay(from, to) ? day : 0);
  const [start, stop] = [
    getMomentOfDay(from, 'from', home, midnight),
    getMomentOfDay(to, 'to', home, end),
  ];
  if (start === undefined || stop === undefined) return undefined;
  return { from: start, to: stop };
}

/** Local time in minutes. A period from sunrise with an earlier end ends on the next day: every sunrise is later. */
const earliestSunrise = 180;
const noon = 720;

function endsOnNextDay(from: SunMoment, to: SunMoment): boolean {
  if (to.kind === 'time') {
    if (from.kind === 'time') return to.minute <= from.minute;
    return to.minute < (from.kind === 'sunset' ? noon : earliestSunrise);
  }
  if (from.kind === 'time') return to.kind === 'sunrise' && from.minute >= noon;
  if (from.kind === to.kind) return to.offset <= from.offset;
  return from.kind === 'sunset';
}

/** Two polar days in a row join, although their noons are not exactly a day apart. */
const polarOverlap = 2 * minute;

/** Infinity for a start and -Infinity for an end that a polar day does not have, so that the period is empty. */
function getMomentOfDay(
  moment: SunMoment,
  role: 'from' | 'to',
  home: HomeSunDays,
  midnight: number,
): number | undefined {
  if (moment.kind === 'time')
    return fromLocalTime(midnight + moment.minute * minute, home.timeZone);
  const sun = home.getSun(fromLocalTime(midnight + day / 2, home.timeZone));
  if (sun === undefined) return undefined;
  const dayType = getSunDayType(sun);
  const time = getSunTime(sun, moment.kind) + moment.offset;
  if (dayType === 'normal_day') return time;
  const isDark = (role === 'from') === (moment.kind === 'sunset');
  const isStart = role === 'from';
  if (isDark === (dayType === 'polar_day')) return isStart ? Infinity : -Infinity;
  return time + (isStart ? -polarOverlap : polarOverlap);
}

const getSunTime = (sun: SunDay, event: SunEvent): number =>
  event === 'sunrise' ? sun.rise : sun.set;

const getLocalMidnight = ({ timeZone }: HomeSunDays, now: number, days: number): number =>
  getLocalStartOfDay(now, timeZone) + days * day;

const getLocalNoon = (home: HomeSunDays, now: number, days: number): number =>
  fromLocalTime(getLocalMidnight(home, now, days) + day / 2, home.timeZone);

/** Undefined while the events are not known. */
export type SunEventLookup = (time: number) => readonly SunEventMoment[] | undefined;

/** In ms; older events are not reported: a machine may stall, and a sunset at night is useless. */
const longestDelay = 5 * unitLengths.minute;
/** Between two sunrises, in ms: the reported time of a day changes by minutes. */
const shortestDay = 43_200_000;

/** Calls back at each sunrise and sunset, at most once a day for each of them. */
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
