import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseFailedFiles } from './failed-files-line';
import type { TestRun } from './test-plan';
import { packageFolder } from '../node-red/user-directory';

/** What became of a run. */
export interface MochaResult {
  run: TestRun;
  passed: number;
  /** A run that ended badly has at least one. */
  failed: number;
  /** In the shape of {@link TestRun.files}; none where it is not known what failed, as where something was left open. */
  failedFiles: readonly string[];
  /** What mocha prints about the failures. */
  failures: string;
}

/** Runs mocha in a process of its own, and prints its output at the end. */
export function runMocha(run: TestRun): Promise<MochaResult> {
  const startedAt = Date.now();
  const child = spawn(
    process.execPath,
    [
      require.resolve('mocha/bin/mocha.js'),
      '--no-color',
      '--reporter',
      join(__dirname, 'mocha-reporter.js'),
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
      resolve(parseMochaOutput(run, output, code));
    });
  });
}

/**
 * Reads mocha's own summary.
 *
 * @param code with which mocha ended: 0 where all passed; null after a signal
 */
export function parseMochaOutput(run: TestRun, output: string, code: number | null): MochaResult {
  const count = (word: string): number =>
    Number(new RegExp(`^ *(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0);
  const passed = count('passing');
  if (code === 0) return { run, passed, failed: count('failing'), failedFiles: [], failures: '' };
  const [failures = `\n  it ended with ${String(code)}\n`] =
    /^ *\d+ failing$[^]*/m.exec(output) ?? [];
  const failedFiles = parseFailedFiles(output);
  return {
    run,
    passed,
    failed: Math.max(1, count('failing')),
    failedFiles: run.files.filter((file) => failedFiles.includes(join('dist', 'test', file))),
    failures: `\n${run.title}\n${failures}`,
  };
}
