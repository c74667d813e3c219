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

/**
 * Runs every test: all of them on Node-RED 4, and on Node-RED 5 once more those that touch it. Two
 * lanes run side by side; the second is printed when it is through.
 */
async function runTests(): Promise<void> {
  const started = Date.now();
  const files = testFiles();
  const inBrowser = files.filter((file) => file.startsWith('editor/'));
  const others = files.filter((file) => !file.startsWith('editor/'));
  const again = files.filter((file) => /^(nodes|examples|runtime)\/|^editor\/journey/.test(file));
  const lanes: readonly (readonly Run[])[] = [
    [{ title: 'Node-RED 4', nodeRedVersion: 4, files: others }],
    [
      { title: 'Node-RED 4 in the browser', nodeRedVersion: 4, files: inBrowser },
      { title: 'Node-RED 5', nodeRedVersion: 5, files: again },
    ],
  ];
  const outcomes = (await Promise.all(lanes.map(runLane))).flat();
  const passed = sum(outcomes.map((outcome) => outcome.passed));
  const failed = sum(outcomes.map((outcome) => outcome.failed));
  const seconds = Math.round((Date.now() - started) / 1000);
  for (const { failures } of outcomes) process.stdout.write(failures);
  console.log(`\n  ${passed} passing (${seconds}s)`);
  if (failed > 0) console.log(`  ${failed} failing`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
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

async function runLane(runs: readonly Run[], lane: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const run of runs) {
    if (run.files.length > 0) outcomes.push(await runMocha(run, lane === 0));
  }
  return outcomes;
}

function runMocha(run: Run, printAtOnce: boolean): Promise<Outcome> {
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
    if (printAtOnce) process.stdout.write(chunk);
  };
  if (printAtOnce) process.stdout.write(output);
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (!printAtOnce) process.stdout.write(output);
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
