import { interpolate, roundTo } from '../../units/arithmetic';
import { interpolateBrightness } from '../../units/lightness';
import { minutesPerDay } from '../../units/duration';
import { kelvinToMirek } from '../../units/color';
import type { SunDay, SunDayLookup } from './sun-day-lookup';
import { getLocalMinute } from './time-zone';

export interface DaylightInMirek {
  mirek: number;
  /** In percent; missing if the node does not set it. */
  brightness?: number;
}

export type DaylightCurve = (time: number) => DaylightInMirek;

export interface DaylightInKelvin {
  kelvin: number;
  /** In percent. */
  brightness?: number;
}

export interface DaylightRow extends DaylightInKelvin {
  /** Since midnight, local time of the home. */
  minute: number;
}

/** Follows the sun: `night` while it is down, `day` at its highest, and a transition between them. */
export function createSunCurve(
  night: DaylightInKelvin,
  day: DaylightInKelvin,
  days: SunDayLookup,
): DaylightCurve {
  const [from, to] = [toPoint(night), toPoint(day)];
  return (time) => interpolatePoints(from, to, sunShare(days(time), time));
}

/**
 * Returns 0 while the sun is down, 1 at its highest. A parabola like the height of the sun: fast at first, slow
 * around noon.
 */
function sunShare({ noon, rise, set }: SunDay, time: number): number {
  const end = time < noon ? rise : set;
  const away = end === noon ? 1 : (time - noon) / (end - noon);
  return Math.max(0, 1 - away * away);
}

/**
 * Creates a curve that changes evenly between two rows of a table, including over midnight.
 *
 * @param rows at least one, in any order
 * @param getTimeZone undefined for the time zone of this machine
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

/** In mirek and lightness, so that the change looks even. */
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
