import { reachesTarget, type MeasureResult } from './measure';

/** Lines of a table of results: what, value, aim, and a mark where the aim is missed. */
export function formatResults(results: readonly MeasureResult[]): string[] {
  const rows = results.map((result) => ({
    what: result.what,
    value: formatWithUnit(result.value, result.unit),
    target:
      result.atMost === undefined ? '' : `at most ${formatWithUnit(result.atMost, result.unit)}`,
    note: reachesTarget(result) ? '' : '  missed',
  }));
  const width = (name: 'what' | 'value'): number =>
    Math.max(0, ...rows.map((row) => row[name].length));
  return rows.map(({ what, value, target, note }) =>
    `  ${what.padEnd(width('what'))}  ${value.padStart(width('value'))}  ${target}${note}`.trimEnd(),
  );
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
