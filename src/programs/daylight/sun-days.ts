import type { getTimes } from 'suncalc';

/** The sun of one day. Times are in ms since the epoch. */
export interface SunDay {
  readonly noon: number;
  /** When it rises; a day before noon where it never sets, so that it is never low; at noon where it never rises. */
  readonly rise: number;
  /** When it sets; a day after noon where it never sets, at noon where it never rises. */
  readonly set: number;
}

/** The sun of the day that a time belongs to. */
export type SunDays = (time: number) => SunDay;

/** A place on the earth, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** One day, in ms. */
const day = 86_400_000;

/** The sun of a place. @param calculate of the library for the sun, which is loaded on first use */
export function createPlaceDays(
  calculate: typeof getTimes,
  { latitude, longitude }: Place,
): SunDays {
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
  rise: noon - day,
  set: noon + day,
});

/** What a bridge reports of the sun of its place. Hue CLIP API reference, geolocation, `sun_today`. */
export interface ReportedSun {
  /** Local time, `HH:MM:SS`. */
  readonly sunsetTime: string;
  /** `normal_day`, `polar_day` or `polar_night`. */
  readonly dayType: string;
}

/**
 * The sun as a bridge reports it, which tells only when it sets: noon is taken as that of the time zone, and the sun rises
 * as long before noon as it sets after it.
 *
 * @param getSun the present report
 */
export const createReportedDays =
  (getSun: () => ReportedSun): SunDays =>
  (time) => {
    const { sunsetTime, dayType } = getSun();
    const noon = getZoneNoon(time);
    if (dayType === 'polar_day') return createPolarDay(noon);
    if (dayType === 'polar_night') return { noon, rise: noon, set: noon };
    const set = Math.max(noon, atLocalTime(time, sunsetTime));
    return { noon, rise: 2 * noon - set, set };
  };

/** Noon of a time zone: 12 by its clock, without daylight saving time. */
function getZoneNoon(time: number): number {
  const date = new Date(time);
  const year = date.getFullYear();
  const offsets = [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset());
  const saving = Math.max(...offsets) - date.getTimezoneOffset();
  return new Date(year, date.getMonth(), date.getDate(), 12, saving).getTime();
}

function atLocalTime(time: number, text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  const date = new Date(time);
  return date.setHours(hours, minutes, seconds, 0);
}
