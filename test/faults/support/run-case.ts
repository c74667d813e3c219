import type { CaseReport, FaultCase, Form } from '../fault-case';
import { Trial } from './trial';
import { within } from './wait';

/** Longest time of a case, in ms. */
const longest = { short: 90_000, long: 1_800_000 } as const;

/** Problems that are told of one case, and characters of each. */
const mostProblems = 10;
const longestProblem = 2_000;

const shortened = (problem: string): string =>
  problem.length > longestProblem ? `${problem.slice(0, longestProblem)}…` : problem;

let present: Trial | undefined;

/** Blames what would have ended the process on the case that runs. */
export function surviveCrashes(): void {
  process.on('uncaughtException', (error) => present?.crashed(error));
  process.on('unhandledRejection', (reason) => present?.crashed(reason));
}

/** Runs one case. @returns what became of it; never rejects */
export async function runCase(faultCase: FaultCase, form: Form): Promise<CaseReport> {
  const started = performance.now();
  const trial = new Trial(form);
  present = trial;
  const failures: string[] = [];
  try {
    await within(longest[form], 'the case', () => faultCase.run(trial));
  } catch (error) {
    failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const { problems, held } = await trial.end();
  present = undefined;
  return {
    number: faultCase.number,
    passed: failures.length === 0 && problems.length === 0,
    problems: [...failures, ...problems].slice(0, mostProblems).map(shortened),
    measured: trial.measured,
    held,
    duration: performance.now() - started,
  };
}
