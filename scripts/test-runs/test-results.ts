import type { MochaResult } from './run-mocha';
import type { TestRun } from './test-plan';

/** More failed files are no stall of the machine. */
const maxRepeatedFiles = 3;

/**
 * Repeats one run after the other: a stall of the machine makes a test fail that passes alone, a fault of the product
 * makes it fail again.
 *
 * @returns none if nothing failed, if more than `maxRepeatedFiles` failed, or if the failed files are unknown
 */
export function planRepeats(results: readonly MochaResult[]): readonly TestRun[] {
  const failed = results.filter((result) => result.failed > 0);
  const count = sum(failed.map(({ failedFiles }) => failedFiles.length));
  const isKnown = failed.every(({ failedFiles }) => failedFiles.length > 0);
  if (!isKnown || count > maxRepeatedFiles) return [];
  return failed.map(({ run, failedFiles }) => ({
    ...run,
    title: `${run.title}, again and alone`,
    files: failedFiles,
  }));
}

/**
 * @returns `failures` is mocha's text about the remaining failures; `passedAlone` are files that passed only in the
 * repeat, relative to the compiled tests
 */
export function summarizeResults(results: readonly MochaResult[], repeats: readonly MochaResult[]) {
  const last = repeats.length === 0 ? results : repeats;
  const failed = sum(last.map((result) => result.failed));
  const failedAtFirst = sum(results.map((result) => result.failed));
  return {
    passed: sum(results.map(({ passed }) => passed)) + Math.max(0, failedAtFirst - failed),
    failed,
    failures: last.map(({ failures }) => failures).join(''),
    passedAlone: repeats.flatMap(({ run, failedFiles }) =>
      run.files.filter((file) => !failedFiles.includes(file)),
    ),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
