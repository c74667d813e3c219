import './source-maps';
import { exec, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { InvalidOptionError, reportScriptFailure } from './command-line';
import { findTestNeeds } from './test-needs';
import { findFilesByFragment, planRuns, unitFiles } from './test-plan';
import type { TestFile, TestRun } from './test-plan';
import { packageFolder } from './user-directory';

interface MochaResult {
  passed: number;
  failed: number;
  /** What mocha prints about the failures, repeated at the end. */
  failures: string;
}

/** Number of parallel runs. They mostly wait: for the rate of a bridge, a browser, a poll. With more, tests miss their limits on two slow cores. */
const parallelRuns = 6;

/**
 * Runs the tests whose paths contain what is written on the command line, or every test. `--unit` leaves out those
 * that need Node-RED or a browser; `--lint` lints meanwhile, where all tests are to run.
 */
async function runTests(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { unit: { type: 'boolean' }, lint: { type: 'boolean' } },
  });
  const all = values.unit === true ? unitFiles(listTestFiles()) : listTestFiles();
  const runs = planRuns(chosenFiles(all, positionals));
  const linting = values.lint === true && positionals.length === 0 ? lintPasses() : true;
  await runAll(runs);
  if (await linting) return;
  console.log('Linting failed; its problems are above.');
  process.exitCode = 1;
}

function chosenFiles(
  files: readonly TestFile[],
  fragments: readonly string[],
): readonly TestFile[] {
  const { named, unknown } = findFilesByFragment(files, fragments);
  if (unknown.length === 0) return named;
  throw new InvalidOptionError(
    `No test file has "${unknown.join('" or "')}" in its path. Name a folder, a file or a part of it, such as nodes/poll.`,
  );
}

/** Lints as `npm run lint` does, and prints its output at the end. */
const lintPasses = (): Promise<boolean> =>
  new Promise((resolve) => {
    exec('npm run --silent lint', { cwd: packageFolder }, (error, stdout, stderr) => {
      process.stdout.write(`\nLint\n${stdout}${stderr}`);
      resolve(error === null);
    });
  });

async function runAll(runs: TestRun[]): Promise<void> {
  const started = Date.now();
  const results: MochaResult[] = [];
  const runNext = async (): Promise<void> => {
    for (let run = runs.shift(); run !== undefined; run = runs.shift()) {
      results.push(await runMocha(run));
    }
  };
  await Promise.all(Array.from({ length: parallelRuns }, runNext));
  const passed = sum(results.map((result) => result.passed));
  const failed = sum(results.map((result) => result.failed));
  const seconds = Math.round((Date.now() - started) / 1000);
  for (const { failures } of results) process.stdout.write(failures);
  console.log(`\n  ${passed} passing (${seconds}s)`);
  if (failed > 0) console.log(`  ${failed} failing`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** Tests that have a source: what is left of deleted ones stays out. */
function listTestFiles(): readonly TestFile[] {
  const sources = join(packageFolder, 'test');
  return readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => relative(sources, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .map((file) => file.replace(/\.ts$/, '.js'))
    .toSorted()
    .map((name) => ({ name, needs: findTestNeeds(join(packageFolder, 'dist', 'test', name)) }));
}

/** Runs mocha, and prints its output at the end. */
function runMocha(run: TestRun): Promise<MochaResult> {
  const startedAt = Date.now();
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
  const appendOutput = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', appendOutput);
  child.stderr.on('data', appendOutput);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      process.stdout.write(`${output}\n${run.title} took ${seconds} s.\n`);
      resolve(parseResult(run, output, code));
    });
  });
}

/** Reads mocha's own summary; a run that ended badly has at least one failure. */
function parseResult({ title }: TestRun, output: string, code: number | null): MochaResult {
  const count = (word: string): number =>
    Number(new RegExp(`^ *(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0);
  const passed = count('passing');
  const failed = count('failing');
  if (code === 0) return { passed, failed, failures: '' };
  const [failureText = `\n  it ended with ${String(code)}\n`] =
    /^ *\d+ failing$[^]*/m.exec(output) ?? [];
  return { passed, failed: Math.max(1, failed), failures: `\n${title}\n${failureText}` };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

runTests().catch(reportScriptFailure);
