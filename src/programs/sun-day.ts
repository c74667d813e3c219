import type { getTimes } from 'suncalc';
import { unitLengths } from '../units/duration';
import { fromLocalTime, getLocalStartOfDay, getZoneOffset } from './time-zone';

/** Times in ms since the epoch. */
export interface SunDay {
  readonly noon: number;
  /** Half a day before noon if the sun never sets, noon if it never rises. */
  readonly rise: number;
  /** Half a day after noon if the sun never sets, noon if it never rises. */
  readonly set: number;
}

export type SunDayLookup = (time: number) => SunDay;

/** In degrees. */
export interface GeoCoordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const { day } = unitLengths;

/** @param calculate function of the sun library, which the caller imports on first use */
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

/** Loads the sun library on first use. */
export async function loadSunDaysOfPlace(place: GeoCoordinates): Promise<SunDayLookup> {
  const { getTimes } = await import('suncalc');
  return createSunDaysOfPlace(getTimes, place);
}

const createPolarDay = (noon: number): SunDay => ({
  noon,
  rise: noon - day / 2,
  set: noon + day / 2,
});

/** The sun at the place of the bridge. Hue CLIP API reference, geolocation, `sun_today`. */
export interface BridgeSunReport {
  /** Local time, `HH:MM:SS`. */
  readonly sunsetTime: string;
  /** `normal_day`, `polar_day` or `polar_night`. */
  readonly dayType: string;
  /** Such as `Europe/Amsterdam`; that of this machine if missing or unknown. */
  readonly timeZone?: string | undefined;
}

/**
 * The report contains the sunset only. Noon is that of the time zone, and the sun rises as long before noon as it
 * sets after it.
 *
 * @param getSun returns the current report
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
    // In the far north, the sun of a summer day sets after midnight.
    const local = midnight + (timeOfDay < day / 2 ? timeOfDay + day : timeOfDay);
    const set = Math.max(noon, fromLocalTime(local, timeZone));
    return { noon, rise: 2 * noon - set, set };
  };

const getStandardOffset = (time: number, timeZone: string | undefined): number =>
  Math.min(
    ...[0, 6].map((month) =>
      getZoneOffset(Date.UTC(new Date(time).getUTCFullYear(), month, 1), timeZone),
    ),
  );

function parseTimeOfDay(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}
