import { interpolate, roundTo } from '../../units/arithmetic';
import { interpolateBrightness } from '../../units/lightness';
import { kelvinToMirek } from '../../units/light-color';
import type { SunDay, SunDayLookup } from './sun-day-lookup';
import { getLocalMinute } from './time-zone';

/** The light of one time of the day. */
export interface DaylightInMirek {
  mirek: number;
  /** In percent; missing where the brightness is left to others. */
  brightness?: number;
}

/** The light of every time, in ms since the epoch. */
export type DaylightCurve = (time: number) => DaylightInMirek;

/** The light of a time of the day, as people write it. */
export interface DaylightInKelvin {
  kelvin: number;
  /** In percent. */
  brightness?: number;
}

/** One row of a table of the day. */
export interface DaylightRow extends DaylightInKelvin {
  /** Minutes since midnight, by the clock of the home. */
  minute: number;
}

const minutesPerDay = 1_440;

/** Follows the sun: `night` while it is down, `day` when it is highest, and between them as it rises and sets. */
export function createSunCurve(
  night: DaylightInKelvin,
  day: DaylightInKelvin,
  days: SunDayLookup,
): DaylightCurve {
  const [from, to] = [toPoint(night), toPoint(day)];
  return (time) => interpolatePoints(from, to, sunShare(days(time), time));
}

/**
 * How far the day is: 0 while the sun is down, 1 at its highest. Between them it goes along a parabola, fast at first
 * and slow around noon, as the height of the sun does.
 */
function sunShare({ noon, rise, set }: SunDay, time: number): number {
  const end = time < noon ? rise : set;
  const away = end === noon ? 1 : (time - noon) / (end - noon);
  return Math.max(0, 1 - away * away);
}

/**
 * Follows a table of the day by the clock of a time zone; between two rows the light changes evenly, over midnight too.
 *
 * @param rows at least one, in any order
 * @param getTimeZone returns the present time zone; undefined for that of this machine
 */
export function createTableCurve(
  rows: readonly DaylightRow[],
  getTimeZone: () => string | undefined = () => undefined,
): DaylightCurve {
  const sorted = rows.toSorted((one, other) => one.minute - other.minute);
  return (time) => {
    const minute = getLocalMinute(time, getTimeZone());
    const next = sorted.find((row) => row.minute > minute) ?? sorted[0];
    const last = sorted.findLast((row) => row.minute <= minute) ?? sorted.at(-1);
    if (next === undefined || last === undefined) throw new Error('A table of the day has no rows');
    const length = minutesUntil(last.minute, next.minute) || minutesPerDay;
    return interpolatePoints(
      toPoint(last),
      toPoint(next),
      minutesUntil(last.minute, minute) / length,
    );
  };
}

const minutesUntil = (from: number, to: number): number =>
  (to - from + minutesPerDay) % minutesPerDay;

const toPoint = ({ kelvin, brightness }: DaylightInKelvin): DaylightInMirek => ({
  mirek: kelvinToMirek(kelvin),
  ...(brightness === undefined ? {} : { brightness }),
});

/** A point between two others, that looks even: in mirek and lightness. */
function interpolatePoints(
  from: DaylightInMirek,
  to: DaylightInMirek,
  share: number,
): DaylightInMirek {
  const mirek = Math.round(interpolate(from.mirek, to.mirek, share));
  if (from.brightness === undefined || to.brightness === undefined) return { mirek };
  const brightness = interpolateBrightness(from.brightness, to.brightness, share);
  return { mirek, brightness: roundTo(brightness, 1) };
}
