import { reachesAim, type Result } from './measure';

/** Lines of a table of results: what, value, aim, and a mark where the aim is missed. */
export function resultLines(results: readonly Result[]): string[] {
  const rows = results.map((result) => ({
    what: result.what,
    value: withUnit(result.value, result.unit),
    aim: result.atMost === undefined ? '' : `at most ${withUnit(result.atMost, result.unit)}`,
    mark: reachesAim(result) ? '' : '  missed',
  }));
  const width = (name: 'what' | 'value'): number =>
    Math.max(0, ...rows.map((row) => row[name].length));
  return rows.map(({ what, value, aim, mark }) =>
    `  ${what.padEnd(width('what'))}  ${value.padStart(width('value'))}  ${aim}${mark}`.trimEnd(),
  );
}

function withUnit(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  const number = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (unit === '') return number;
  return unit === 'x' || unit === '%' ? `${number}${unit}` : `${number} ${unit}`;
}
