import type { MochaResult } from './run-mocha';
import type { TestRun } from './test-plan';

/** Most files that run again: where more fail, it is not the machine. */
const maxRepeatedFiles = 3;

/**
 * Plans to run the files with failures once more, one run after the other with nothing beside it: a stall of the machine
 * makes a test fail that passes alone, a fault of the product makes it fail again.
 *
 * @returns none where nothing failed, where more than `maxRepeatedFiles` did, or where it is not known what did
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
 * @param repeats results of the runs that `planRepeats` planned; none where it planned none
 * @returns `failures` is what mocha prints about each failure that remains; `passedAlone` are files that passed only when
 *   they ran alone, relative to the compiled tests
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
