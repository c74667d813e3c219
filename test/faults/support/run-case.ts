import type { CaseReport, FaultCase, RunMode } from '../fault-case';
import { Trial } from './trial';
import { withTimeout } from './timing';

/** After so long a case counts as hanging, in ms: on a busy machine it takes many times what it takes on an idle one. */
const timeoutByMode = { short: 300_000, long: 1_800_000 } as const;

/** Most problems reported for one case, and most characters of each. */
const maxProblems = 10;
const maxProblemLength = 2_000;

const truncateProblem = (problem: string): string =>
  problem.length > maxProblemLength ? `${problem.slice(0, maxProblemLength)}…` : problem;

let currentTrial: Trial | undefined;

/** Attributes uncaught errors to the case that runs. */
export function captureCrashes(): void {
  process.on('uncaughtException', (error) => currentTrial?.recordCrash(error));
  process.on('unhandledRejection', (reason) => currentTrial?.recordCrash(reason));
}

/** Runs one case. @returns what became of it; never rejects */
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
