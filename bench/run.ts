import '../scripts/source-maps';
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../scripts/user-directory';
import { reachesAim, type Measure, type Result } from './measure';
import type { MeasureReport } from './measure-child';
import { measures } from './measures';
import { resultLines } from './table';

/** Measures what is named on the command line, or everything; `--quick` for a first look. */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const quick = words.includes('--quick');
  const names = words.filter((word) => !word.startsWith('-'));
  const unknown = names.filter((name) => !measures.some((measure) => measure.name === name));
  if (unknown.length > 0) {
    console.error(`There is no measure ${unknown.join(', ')}. There are: ${allNames()}.`);
    process.exitCode = 2;
    return;
  }
  const chosen = measures.filter(({ name }) => names.length === 0 || names.includes(name));
  console.log(machineLine());
  const all: Record<string, Result[]> = {};
  for (const measure of chosen) all[measure.name] = await report(measure, quick);
  save(all, quick);
  const missed = Object.values(all)
    .flat()
    .filter((result) => !reachesAim(result));
  if (missed.length > 0) console.log(`\n${missed.length} aims missed.`);
  else if (process.exitCode === undefined) console.log('\nAll aims reached.');
}

const allNames = (): string => measures.map(({ name }) => name).join(', ');

const machineLine = (): string =>
  `Node ${process.versions.node}, ${cpus().length} cores, ${process.platform} ${process.arch}`;

/** Runs a measure in a process of its own and prints what came out. */
async function report(measure: Measure, quick: boolean): Promise<Result[]> {
  console.log(`\n${measure.title}`);
  const outcome = await inOwnProcess(measure.name, quick);
  if (outcome.kind === 'failed') {
    console.error(`  failed: ${outcome.problem}`);
    process.exitCode = 1;
    return [];
  }
  for (const line of resultLines(outcome.results)) console.log(line);
  return outcome.results;
}

const inOwnProcess = (name: string, quick: boolean): Promise<MeasureReport> =>
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

/** Keeps the numbers as `build/bench.json`. */
function save(results: Readonly<Record<string, Result[]>>, quick: boolean): void {
  const folder = join(packageFolder, 'build');
  mkdirSync(folder, { recursive: true });
  const content = { machine: machineLine(), at: new Date().toISOString(), quick, results };
  writeFileSync(join(folder, 'bench.json'), `${JSON.stringify(content, null, 2)}\n`);
}

void main();
