import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { CaseReport, RunMode } from '../fault-case';
import type { CaseRunRequest } from './case-child';

/** After the last case, in ms. */
const exitTimeout = 5_000;

/**
 * Runs one case after the other in another process. A case that ends the process has failed; the rest run in a new
 * process.
 *
 * @param onReport called with each report as it comes
 */
export async function runCases(
  numbers: readonly number[],
  mode: RunMode,
  onReport: (report: CaseReport) => void,
): Promise<void> {
  const remaining = [...numbers];
  while (remaining.length > 0) {
    const problem = await runInChild({ mode, numbers: remaining }, (report) => {
      remaining.splice(remaining.indexOf(report.number), 1);
      onReport(report);
    });
    const [failed] = remaining;
    if (failed === undefined) return;
    remaining.shift();
    onReport({
      number: failed,
      passed: false,
      problems: [`The process ended. ${problem}`],
      measured: [],
      held: { A: false },
      duration: 0,
    });
  }
}

function runInChild(
  runRequest: CaseRunRequest,
  onReport: (report: CaseReport) => void,
): Promise<string> {
  const child = fork(join(__dirname, 'case-child.js'), {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const append = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-10_000);
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  child.on('message', (report: CaseReport) => onReport(report));
  child.send(runRequest);
  return new Promise((resolve) => {
    let exitTimer: NodeJS.Timeout | undefined;
    child.once('disconnect', () => {
      exitTimer = setTimeout(() => child.kill('SIGKILL'), exitTimeout);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(exitTimer);
      resolve(`Exit code ${code ?? signal ?? 'unknown'}. ${output}`);
    });
  });
}
