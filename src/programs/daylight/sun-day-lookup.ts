import type { getTimes } from 'suncalc';
import { unitLengths } from '../../units/duration';
import { fromLocalTime, getLocalStartOfDay, getZoneOffset } from './time-zone';

/** The sun of one day. Times are in ms since the epoch. */
export interface SunDay {
  readonly noon: number;
  /** When it rises; half a day before noon where it never sets, at noon where it never rises. */
  readonly rise: number;
  /** When it sets; half a day after noon where it never sets, at noon where it never rises. */
  readonly set: number;
}

/** The sun of the day that a time belongs to. */
export type SunDayLookup = (time: number) => SunDay;

/** A place on the earth, in degrees. */
export interface GeoCoordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** One day, in ms. */
const { day } = unitLengths;

/** The sun of a place. @param calculate of the library for the sun, which is loaded on first use */
export function createSunDaysOfPlace(
  calculate: typeof getTimes,
  { latitude, longitude }: GeoCoordinates,
): SunDayLookup {
  return (time) => {
    const { solarNoon, sunrise, sunset, alwaysUp } = calculate(new Date(time), latitude, longitude);
    const noon = solarNoon.getTime();
    if (sunrise !== null && sunset !== null)
      return { noon, rise: sunrise.getTime(), set: sunset.getTime() };
    return alwaysUp === true ? createPolarDay(noon) : { noon, rise: noon, set: noon };
  };
}

const createPolarDay = (noon: number): SunDay => ({
  noon,
  rise: noon - day / 2,
  set: noon + day / 2,
});

/** What a bridge reports of the sun of its place. Hue CLIP API reference, geolocation, `sun_today`. */
export interface BridgeSunReport {
  /** Time of the time zone, `HH:MM:SS`. */
  readonly sunsetTime: string;
  /** `normal_day`, `polar_day` or `polar_night`. */
  readonly dayType: string;
  /** Name of the time zone, such as `Europe/Amsterdam`; that of this machine when it is missing or unknown. */
  readonly timeZone?: string | undefined;
}

/**
 * The sun as a bridge reports it, which says only when it sets: noon is taken as that of the time zone, and the sun rises
 * as long before noon as it sets after it.
 *
 * @param getSun the present report
 */
export const createSunDaysFromReport =
  (getSun: () => BridgeSunReport): SunDayLookup =>
  (time) => {
    const { sunsetTime, dayType, timeZone } = getSun();
    const midnight = getLocalStartOfDay(time, timeZone);
    const noon = midnight + day / 2 - getStandardOffset(time, timeZone);
    if (dayType === 'polar_day') return createPolarDay(noon);
    if (dayType === 'polar_night') return { noon, rise: noon, set: noon };
    const timeOfDay = parseTimeOfDay(sunsetTime);
    // In the far north the sun of a summer day sets after midnight.
    const local = midnight + (timeOfDay < day / 2 ? timeOfDay + day : timeOfDay);
    const set = Math.max(noon, fromLocalTime(local, timeZone));
    return { noon, rise: 2 * noon - set, set };
  };

/** Offset of a time zone from UTC without daylight saving time, in ms. */
const getStandardOffset = (time: number, timeZone: string | undefined): number =>
  Math.min(
    ...[0, 6].map((month) =>
      getZoneOffset(Date.UTC(new Date(time).getUTCFullYear(), month, 1), timeZone),
    ),
  );

/** Time since midnight, in ms, of `HH:MM` or `HH:MM:SS`. */
function parseTimeOfDay(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}
