import './process/source-maps';
import { exec } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { InvalidOptionError, reportScriptFailure } from './process/command-line';
import { runMocha } from './test-runs/run-mocha';
import type { MochaResult } from './test-runs/run-mocha';
import { findTestNeeds } from './test-runs/test-needs';
import { findFilesByFragment, planRuns, unitFiles } from './test-runs/test-plan';
import type { TestFile, TestRun } from './test-runs/test-plan';
import { planRepeats, summarizeResults } from './test-runs/test-results';
import { packageFolder } from './node-red/user-directory';

/** Runs mostly wait. With more, tests miss their limits on two slow cores. */
const parallelRuns = 5;

/**
 * Takes parts of paths, or none for all. `--unit` leaves out tests with Node-RED, a browser or another process;
 * `--lint` lints meanwhile if all run.
 */
async function runTests(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { unit: { type: 'boolean' }, lint: { type: 'boolean' } },
  });
  const all = values.unit === true ? unitFiles(listTestFiles()) : listTestFiles();
  const runs = planRuns(chosenFiles(all, positionals));
  const isWhole = values.unit !== true && positionals.length === 0;
  const linting = values.lint === true && isWhole ? lintPasses() : true;
  await runAll(runs, isWhole);
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

const lintPasses = (): Promise<boolean> =>
  new Promise((resolve) => {
    exec('npm run --silent lint', { cwd: packageFolder }, (error, stdout, stderr) => {
      process.stdout.write(`\nLint\n${stdout}${stderr}`);
      resolve(error === null);
    });
  });

async function runAll(runs: readonly TestRun[], repeatsFailed: boolean): Promise<void> {
  const started = Date.now();
  const results = await runSideBySide(runs);
  const repeats: MochaResult[] = [];
  for (const run of repeatsFailed ? planRepeats(results) : []) repeats.push(await runMocha(run));
  const { passed, failed, failures, passedAlone } = summarizeResults(results, repeats);
  // Mocha has printed the failures of a single run above.
  if (results.length + repeats.length > 1) process.stdout.write(failures);
  console.log(`\n  ${passed} passing (${Math.round((Date.now() - started) / 1000)}s)`);
  if (failed > 0) console.log(`  ${failed} failing`);
  for (const file of passedAlone)
    console.log(`  ${file} failed beside other runs and passed alone; its first failure is above.`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

async function runSideBySide(runs: readonly TestRun[]): Promise<readonly MochaResult[]> {
  const waiting = [...runs];
  const results: MochaResult[] = [];
  const runNext = async (): Promise<void> => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift())
      results.push(await runMocha(run));
  };
  await Promise.all(Array.from({ length: parallelRuns }, runNext));
  return results;
}

/** Leaves out compiled tests without a source. */
function listTestFiles(): readonly TestFile[] {
  const sources = join(packageFolder, 'test');
  return readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => relative(sources, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .map((file) => file.replace(/\.ts$/, '.js'))
    .toSorted()
    .map((name) => ({ name, needs: findTestNeeds(join(packageFolder, 'dist', 'test', name)) }));
}

runTests().catch(reportScriptFailure);
