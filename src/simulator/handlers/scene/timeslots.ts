import { getListMember, getNestedMember, getTextMember, weekdays } from '../../../resources';
import type { SimulatedHome } from '../../home/simulated-home';

export interface ActiveTimeslot {
  /** In the timeslots of its day, from 0. */
  timeslotId: number;
  weekday: string;
  /** Id of a scene. */
  scene: string;
}

interface TimeslotStart extends ActiveTimeslot {
  /** Since midnight, in seconds. */
  second: number;
}

/** Assumed, in seconds since midnight; bridges only report the sunset. */
const sunriseSecond = 7 * 3600;
const defaultSunset = '19:00';

/**
 * The last one that started on the same or an earlier day.
 *
 * @param date in the time zone of this machine
 */
export function findActiveTimeslot(
  home: SimulatedHome,
  weekTimeslots: unknown,
  date: Date,
): ActiveTimeslot | undefined {
  const secondNow = date.getHours() * 3600 + date.getMinutes() * 60 + date.getSeconds();
  for (let daysAgo = 0; daysAgo <= 7; daysAgo += 1) {
    const weekday = weekdays[(date.getDay() + 6 + 7 * 2 - daysAgo) % 7];
    const started = listStarts(home, weekTimeslots, weekday ?? 'monday').filter(
      ({ second }) => daysAgo > 0 || second <= secondNow,
    );
    const last = started.toSorted((one, other) => one.second - other.second).at(-1);
    if (last !== undefined) {
      return { timeslotId: last.timeslotId, weekday: last.weekday, scene: last.scene };
    }
  }
  return undefined;
}

function listStarts(home: SimulatedHome, weekTimeslots: unknown, weekday: string): TimeslotStart[] {
  return getListMember(weekTimeslots).flatMap((day) => {
    if (!getListMember(day, 'recurrence').includes(weekday)) return [];
    return getListMember(day, 'timeslots').flatMap((slot, timeslotId) => {
      const scene = getTextMember(slot, 'target', 'rid');
      const second = toSecondOfDay(home, getNestedMember(slot, 'start_time'));
      return scene === undefined ? [] : [{ timeslotId, weekday, scene, second }];
    });
  });
}

function toSecondOfDay(home: SimulatedHome, startTime: unknown): number {
  const kind = getNestedMember(startTime, 'kind');
  if (kind === 'sunset') return getSunsetSecond(home);
  if (kind === 'sunrise') return sunriseSecond;
  const getTimePart = (name: string): number =>
    Number(getNestedMember(startTime, 'time', name) ?? 0);
  return getTimePart('hour') * 3600 + getTimePart('minute') * 60 + getTimePart('second');
}

function getSunsetSecond(home: SimulatedHome): number {
  const sunset = getTextMember(home.byType('geolocation')[0], 'sun_today', 'sunset_time');
  const [hour = 19, minute = 0, second = 0] = (sunset ?? defaultSunset).split(':').map(Number);
  return hour * 3600 + minute * 60 + second;
}
