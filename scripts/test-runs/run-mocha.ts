import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseFailedFiles } from './failed-files-line';
import type { TestRun } from './test-plan';
import { packageFolder } from '../node-red/user-directory';

export interface MochaResult {
  run: TestRun;
  passed: number;
  /** At least 1 if it ended badly. */
  failed: number;
  /** As {@link TestRun.files}; empty if unknown, such as after an open handle. */
  failedFiles: readonly string[];
  /** Mocha's text. */
  failures: string;
}

/** Prints the output at the end. */
export function runMocha(run: TestRun): Promise<MochaResult> {
  const startedAt = process.uptime();
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
      const [from, to] = [startedAt, process.uptime()].map(Math.round);
      process.stdout.write(`${output}\n${run.title} ran from ${from} s to ${to} s.\n`);
      resolve(parseMochaOutput(run, output, code));
    });
  });
}

/**
 * Reads mocha's own summary.
 *
 * @param code 0 if all passed; null after a signal
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
