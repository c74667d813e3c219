import { accept, refuse } from '../../vocabulary/parse-result';
import { explainMirekAsKelvin, explainPercentage, refuseNumber } from '../../vocabulary/values';
import type { ParseResult } from '../../vocabulary/parse-result';
import { acceptedKelvinRange } from '../../vocabulary/light/words/white';
import type { ProblemText } from '../../resources/validation/problem-texts';
import type { DaylightRow } from './daylight-curve';

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
