import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { CaseReport, RunMode, FaultCase } from '../fault-case';
import type { CaseRunRequest } from './case-child';
import { Trial } from './trial';
import { withTimeout } from './timing';

/** In ms, before a case counts as hanging: a busy machine takes many times as long. */
const timeoutByMode = { short: 300_000, long: 1_800_000 } as const;

/** Reported problems of one case, and characters of each. */
const maxProblems = 10;
const maxProblemLength = 2_000;

const truncateProblem = (problem: string): string =>
  problem.length > maxProblemLength ? `${problem.slice(0, maxProblemLength)}…` : problem;

let currentTrial: Trial | undefined;

/** Attributes uncaught errors to the running case. */
export function captureCrashes(): void {
  process.on('uncaughtException', (error) => currentTrial?.recordCrash(error));
  process.on('unhandledRejection', (reason) => currentTrial?.recordCrash(reason));
}

/** Never rejects. */
export async function runCase(faultCase: FaultCase, mode: RunMode): Promise<CaseReport> {
  const started = performance.now();
  const trial = new Trial(mode);
  currentTrial = trial;
  const failures: string[] = [];
  try {
    await withTimeout(timeoutByMode[mode], 'the case', () => faultCase.run(trial));
  } catch (error) {
    failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const { problems, held } = await trial.end();
  currentTrial = undefined;
  return {
    number: faultCase.number,
    passed: failures.length === 0 && problems.length === 0,
    problems: [...failures, ...problems].slice(0, maxProblems).map(truncateProblem),
    measured: trial.measured,
    held,
    duration: performance.now() - started,
  };
}

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
