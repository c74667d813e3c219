import type { CaseReport, FaultCase, RunMode } from '../fault-case';
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
