import { interpolate, roundTo } from '../units/arithmetic';
import { interpolateBrightness } from '../units/lightness';
import { minutesPerDay } from '../units/duration';
import { kelvinToMirek } from '../units/color';
import type { SunDay, SunDayLookup } from './sun-day';
import { getLocalMinute } from './time-zone';
import { accept, refuse } from '../vocabulary/parse-result';
import type { ParseResult } from '../vocabulary/parse-result';
import { explainMirekAsKelvin, explainPercentage, refuseNumber } from '../vocabulary/values';
import { acceptedKelvinRange } from '../vocabulary/light/words/white';
import type { ProblemText } from '../resources/problems';

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

const mostRows = 48;

const rowPattern = /^([01]?\d|2[0-3]):([0-5]\d)\s+(\d{3,5})\s?K?(?:\s+(\d{1,3}(?:\.\d+)?)\s?%?)?$/i;

/**
 * Parses one line per time, such as `06:30 2700 K 50 %`, with a brightness in all lines or in none.
 *
 * @param at path of the table, for problems
 */
export function parseDayTable(text: unknown, at: string): ParseResult<readonly DaylightRow[]> {
  const lines = (typeof text === 'string' ? text : '')
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0 || lines.length > mostRows)
    return refuse(at, { kind: 'dayLines', maximum: mostRows }, text);
  const rows: DaylightRow[] = [];
  for (const line of lines) {
    const row = parseRow(line);
    if (row === undefined) return refuseNumber(at, { kind: 'dayLine' }, line, explainRow);
    rows.push(row);
  }
  const withBrightness = rows.filter(({ brightness }) => brightness !== undefined).length;
  if (withBrightness > 0 && withBrightness < rows.length)
    return refuse(at, { kind: 'dayBrightness' }, text);
  return accept(rows);
}

function explainRow(line: unknown): ProblemText | undefined {
  const [, , , white, brightness] = rowPattern.exec(String(line)) ?? [];
  return explainMirekAsKelvin(white) ?? explainPercentage(brightness);
}

function parseRow(line: string): DaylightRow | undefined {
  const match = rowPattern.exec(line);
  if (match === null) return undefined;
  const [, hours, minutes, kelvin, brightness] = match;
  const [lowest, highest] = acceptedKelvinRange;
  const white = Number(kelvin);
  if (white < lowest || white > highest) return undefined;
  const row = { minute: Number(hours) * 60 + Number(minutes), kelvin: white };
  if (brightness === undefined) return row;
  const percent = Number(brightness);
  return percent >= 1 && percent <= 100 ? { ...row, brightness: percent } : undefined;
}
