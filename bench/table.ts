import { isWithinAim } from './measure';
import type { MeasureResult } from './measure';

/** Shows what, value, aim; for a missed aim a mark and the cause. */
export function formatResults(results: readonly MeasureResult[]): string[] {
  const rows = results.map((result) => ({
    rest: isWithinAim(result) ? undefined : result.rest,
    what: result.what,
    value: formatWithUnit(result.value, result.unit),
    target:
      result.atMost === undefined ? '' : `at most ${formatWithUnit(result.atMost, result.unit)}`,
    note: isWithinAim(result) ? '' : '  missed',
  }));
  const width = (name: 'what' | 'value'): number =>
    Math.max(0, ...rows.map((row) => row[name].length));
  return rows.flatMap(({ what, value, target, note, rest }) => [
    `  ${what.padEnd(width('what'))}  ${value.padStart(width('value'))}  ${target}${note}`.trimEnd(),
    ...(rest === undefined ? [] : [`    the rest: ${rest}`]),
  ]);
}

function formatWithUnit(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  const number = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (unit === '') return number;
  return unit === 'x' || unit === '%' ? `${number}${unit}` : `${number} ${unit}`;
}
