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

interface TestSummary {
  passed: number;
  failed: number;
  /** What mocha prints about each failure that remains. */
  failures: string;
  /** Files that passed only when they ran alone, relative to the compiled tests. */
  passedAlone: readonly string[];
}

/** @param repeats results of the runs that `planRepeats` planned; none where it planned none */
export function summarizeResults(
  results: readonly MochaResult[],
  repeats: readonly MochaResult[],
): TestSummary {
  const passed = sum(results.map((result) => result.passed));
  const failedAtFirst = sum(results.map((result) => result.failed));
  if (repeats.length === 0) {
    const failures = results.map((result) => result.failures).join('');
    return { passed, failed: failedAtFirst, failures, passedAlone: [] };
  }
  const failed = sum(repeats.map((result) => result.failed));
  return {
    passed: passed + Math.max(0, failedAtFirst - failed),
    failed,
    failures: repeats.map((result) => result.failures).join(''),
    passedAlone: repeats.flatMap(({ run, failedFiles }) =>
      run.files.filter((file) => !failedFiles.includes(file)),
    ),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
