import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageFolder } from './user-directory';

/** One run of mocha over some of the test files. */
interface Run {
  title: string;
  nodeRedVersion: 4 | 5;
  files: readonly string[];
}

interface Outcome {
  passed: number;
  failed: number;
  /** What mocha says of the failures, to be seen again at the end. */
  failures: string;
}

/** Runs that go on side by side. They wait most of the time: for a bridge's pace, a browser, a poll. */
const sideBySide = 3;

/** Runs every test: all of them on Node-RED 4, and on Node-RED 5 once more those that touch it. */
async function runTests(): Promise<void> {
  const started = Date.now();
  const runs = plannedRuns(testFiles());
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (let run = runs.shift(); run !== undefined; run = runs.shift()) {
      outcomes.push(await runMocha(run));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  const passed = sum(outcomes.map((outcome) => outcome.passed));
  const failed = sum(outcomes.map((outcome) => outcome.failed));
  const seconds = Math.round((Date.now() - started) / 1000);
  for (const { failures } of outcomes) process.stdout.write(failures);
  console.log(`\n  ${passed} passing (${seconds}s)`);
  if (failed > 0) console.log(`  ${failed} failing`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

const inBrowser = (file: string): boolean => file.startsWith('editor/');
const inFlows = (file: string): boolean => /^(nodes|examples|runtime)\//.test(file);
const faults = (file: string): boolean => file.startsWith('faults/');

/** All runs, the longest first, so that no run is left to end alone. */
function plannedRuns(files: readonly string[]): Run[] {
  const run = (
    title: string,
    nodeRedVersion: Run['nodeRedVersion'],
    wanted: (file: string) => boolean,
  ): Run => ({ title, nodeRedVersion, files: files.filter(wanted) });
  return [
    run('Node-RED 5', 5, (file) => inFlows(file) || file.startsWith('editor/journey')),
    run('Node-RED 4', 4, inFlows),
    run('Node-RED 4 in the browser', 4, inBrowser),
    run('Everything else', 4, (file) => !inBrowser(file) && !inFlows(file) && !faults(file)),
    run('Faults', 4, faults),
  ].filter((one) => one.files.length > 0);
}

/** Test files that have a source, relative to the compiled tests: what is left of deleted ones stays out. */
function testFiles(): string[] {
  const sources = join(packageFolder, 'test');
  return readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => relative(sources, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .map((file) => file.replace(/\.ts$/, '.js'))
    .toSorted();
}

/** Runs mocha, and prints what it said when it is through. */
function runMocha(run: Run): Promise<Outcome> {
  const began = Date.now();
  const child = spawn(
    process.execPath,
    [
      require.resolve('mocha/bin/mocha.js'),
      '--no-color',
      ...run.files.map((file) => join('dist', 'test', file)),
    ],
    {
      cwd: packageFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_RED_VERSION: String(run.nodeRedVersion) },
    },
  );
  let output = `\n${run.title}\n`;
  const take = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const seconds = Math.round((Date.now() - began) / 1000);
      process.stdout.write(`${output}\n${run.title} took ${seconds} s.\n`);
      resolve(outcomeOf(run, output, code));
    });
  });
}

/** Reads mocha's own summary; a run that ended badly has at least one failure. */
function outcomeOf({ title }: Run, output: string, code: number | null): Outcome {
  const count = (word: string): number =>
    Number(new RegExp(`^ *(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0);
  const passed = count('passing');
  const failed = count('failing');
  if (code === 0) return { passed, failed, failures: '' };
  const [told = `\n  it ended with ${String(code)}\n`] = /^ *\d+ failing$[^]*/m.exec(output) ?? [];
  return { passed, failed: Math.max(1, failed), failures: `\n${title}\n${told}` };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

void runTests();
