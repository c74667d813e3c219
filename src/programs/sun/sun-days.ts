import { unitLengths } from '../../units/duration';
import type { SunDay } from '../daylight/sun-day-lookup';
import { fromLocalTime, getLocalStartOfDay } from '../daylight/time-zone';
import type { SunMoment, SunPeriod } from './sun-moment';

const { day, minute } = unitLengths;

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
