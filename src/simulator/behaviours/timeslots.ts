import { member, weekdays } from '../../resources';
import type { Home } from '../home';

/** The timeslot that holds at a moment. */
export interface ActiveTimeslot {
  /** Place among the timeslots of its day, from 0. */
  timeslotId: number;
  weekday: string;
  /** Id of the scene it shows. */
  scene: string;
}

interface Start extends ActiveTimeslot {
  /** Since midnight, in seconds. */
  second: number;
}

/** Seconds since midnight of the sunrise; bridges only say when the sun sets. */
const sunrise = 7 * 3600;
const usualSunset = 19 * 3600;

/**
 * Finds the timeslot that holds at a moment: the last that began that day, or on a day before.
 *
 * @param moment in the time zone of this machine
 * @returns undefined when no timeslot ever begins
 */
export function activeTimeslot(
  home: Home,
  weekTimeslots: unknown,
  moment: Date,
): ActiveTimeslot | undefined {
  const secondNow = moment.getHours() * 3600 + moment.getMinutes() * 60 + moment.getSeconds();
  for (let daysAgo = 0; daysAgo <= 7; daysAgo += 1) {
    const weekday = weekdays[(moment.getDay() + 6 + 7 * 2 - daysAgo) % 7];
    const begun = startsOn(home, weekTimeslots, weekday ?? 'monday').filter(
      ({ second }) => daysAgo > 0 || second <= secondNow,
    );
    const last = begun.toSorted((one, other) => one.second - other.second).at(-1);
    if (last !== undefined) {
      return { timeslotId: last.timeslotId, weekday: last.weekday, scene: last.scene };
    }
  }
  return undefined;
}

function startsOn(home: Home, weekTimeslots: unknown, weekday: string): Start[] {
  return (Array.isArray(weekTimeslots) ? weekTimeslots : []).flatMap((day: unknown) => {
    const recurrence = member(day, 'recurrence');
    const slots = member(day, 'timeslots');
    if (!Array.isArray(recurrence) || !recurrence.includes(weekday)) return [];
    return (Array.isArray(slots) ? slots : []).flatMap((slot: unknown, timeslotId) => {
      const scene = member(slot, 'target', 'rid');
      if (typeof scene !== 'string') return [];
      return [{ timeslotId, weekday, scene, second: secondOf(home, member(slot, 'start_time')) }];
    });
  });
}

function secondOf(home: Home, startTime: unknown): number {
  const kind = member(startTime, 'kind');
  if (kind === 'sunset') return sunsetOf(home);
  if (kind === 'sunrise') return sunrise;
  const part = (name: string): number => Number(member(startTime, 'time', name) ?? 0);
  return part('hour') * 3600 + part('minute') * 60 + part('second');
}

function sunsetOf(home: Home): number {
  const told = member(home.byType('geolocation')[0], 'sun_today', 'sunset_time');
  if (typeof told !== 'string') return usualSunset;
  const [hour = 19, minute = 0, second = 0] = told.split(':').map(Number);
  return hour * 3600 + minute * 60 + second;
}
