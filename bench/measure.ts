import { fork } from 'node:child_process';
import { join } from 'node:path';

/** One number of a measure. With an aim, less is better. */
export interface MeasureResult {
  /** For people. */
  what: string;
  value: number;
  /** Such as `x`, `ms`, `requests`; empty for a count. */
  unit: string;
  /** Without it, the number is for information. */
  atMost?: number;
  /** Cause of a missed aim, as profiles show it. */
  rest?: string;
}

export interface MeasureOptions {
  /** Fewer samples, for a rough result. */
  quick: boolean;
}

/** In a process of its own. */
export interface Measure {
  /** Also the name of its file. */
  name: string;
  title: string;
  /** True if it runs modules of this folder, which another build lacks. */
  runsSources?: boolean;
  run(extent: MeasureOptions): Promise<MeasureResult[]>;
}

/** Returns true without an aim. */
export const isWithinAim = ({ value, atMost }: MeasureResult): boolean =>
  atMost === undefined || value <= atMost;

export type MeasureReport =
  | { kind: 'results'; results: MeasureResult[] }
  | { kind: 'failed'; problem: string };

/**
 * Runs a measure in a new process.
 *
 * @param folder of the built package to measure; by default this one
 */
export const runMeasure = (name: string, quick: boolean, folder?: string): Promise<MeasureReport> =>
  new Promise((resolve) => {
    const child = fork(join(__dirname, 'measure-child.js'), [name, quick ? 'quick' : 'full'], {
      execArgv: ['--expose-gc'],
      env: { ...process.env, ...(folder === undefined ? {} : { LINKED_PACKAGE: folder }) },
    });
    child.once('message', (report: MeasureReport) => {
      resolve(report);
      child.disconnect();
    });
    child.once('exit', (code) =>
      resolve({ kind: 'failed', problem: `The process ended with code ${code}.` }),
    );
  });

export function formatWithUnit(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  const number = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (unit === '') return number;
  return unit === 'x' || unit === '%' ? `${number}${unit}` : `${number} ${unit}`;
}

/** Aligns the first column left, the others right. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number): number =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? `  ${cell.padEnd(width(column))}` : cell.padStart(width(column)),
      )
      .join('  ')
      .trimEnd(),
  );
}
