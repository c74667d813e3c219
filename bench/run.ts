import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../scripts/node-red/user-directory';
import { isWithinAim } from './measure';
import type { Measure, MeasureResult } from './measure';
import type { MeasureReport } from './measure-child';
import { measures } from './measures';

/** Takes names of measures, or none for all; `--quick` for a rough result. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const quick = args.includes('--quick');
  const names = args.filter((word) => !word.startsWith('-'));
  const unknown = names.filter((name) => !measures.some((measure) => measure.name === name));
  if (unknown.length > 0) {
    console.error(`There is no measure ${unknown.join(', ')}. There are: ${listMeasureNames()}.`);
    process.exitCode = 2;
    return;
  }
  const selected = measures.filter(({ name }) => names.length === 0 || names.includes(name));
  console.log(describeMachine());
  const resultsByMeasure: Record<string, MeasureResult[]> = {};
  for (const measure of selected)
    resultsByMeasure[measure.name] = await runAndPrint(measure, quick);
  saveResults(resultsByMeasure, quick);
  const missedResults = Object.values(resultsByMeasure)
    .flat()
    .filter((result) => !isWithinAim(result));
  if (missedResults.length > 0) console.log(`\n${missedResults.length} aims missed.`);
  else if (process.exitCode === undefined) console.log('\nAll aims reached.');
}

const listMeasureNames = (): string => measures.map(({ name }) => name).join(', ');

const describeMachine = (): string =>
  `Node ${process.versions.node}, ${cpus().length} cores, ${process.platform} ${process.arch}`;

async function runAndPrint(measure: Measure, quick: boolean): Promise<MeasureResult[]> {
  console.log(`\n${measure.title}`);
  const outcome = await runMeasureInChildProcess(measure.name, quick);
  if (outcome.kind === 'failed') {
    console.error(`  failed: ${outcome.problem}`);
    process.exitCode = 1;
    return [];
  }
  for (const line of formatResults(outcome.results)) console.log(line);
  return outcome.results;
}

const runMeasureInChildProcess = (name: string, quick: boolean): Promise<MeasureReport> =>
  new Promise((resolve) => {
    const child = fork(join(__dirname, 'measure-child.js'), [name, quick ? 'quick' : 'full'], {
      execArgv: ['--expose-gc'],
    });
    child.once('message', (outcome: MeasureReport) => {
      resolve(outcome);
      child.disconnect();
    });
    child.once('exit', (code) =>
      resolve({ kind: 'failed', problem: `The process ended with code ${code}.` }),
    );
  });

function saveResults(results: Readonly<Record<string, MeasureResult[]>>, quick: boolean): void {
  const folder = join(packageFolder, 'build');
  mkdirSync(folder, { recursive: true });
  const content = { machine: describeMachine(), at: new Date().toISOString(), quick, results };
  writeFileSync(join(folder, 'bench.json'), `${JSON.stringify(content, null, 2)}\n`);
}

/** Shows what, value, aim; for a missed aim a mark and the cause. */
function formatResults(results: readonly MeasureResult[]): string[] {
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

void main();
