import assert from 'node:assert/strict';
import { parseMochaOutput } from '../../scripts/test-runs/run-mocha';
import type { MochaResult } from '../../scripts/test-runs/run-mocha';
import { planRepeats, summarizeResults } from '../../scripts/test-runs/test-results';

const files = ['a.test.js', 'b.test.js', 'c.test.js', 'd.test.js'];
const run = { title: 'Some', nodeRedVersion: 5, files } as const;
const passedRun: MochaResult = { run, passed: 9, failed: 0, failedFiles: [], failures: '' };

const failedRun = (...failedFiles: readonly string[]): MochaResult => ({
  run,
  passed: 5,
  failed: 2,
  failedFiles,
  failures: 'first failure',
});

describe('The output of mocha', () => {
  it('tells what failed, and in which files', () => {
    const output = '  5 passing (2s)\n  2 failing\n\n  1) x\n\nFailed files: dist/test/b.test.js\n';
    const result = parseMochaOutput(run, output, 2);
    assert.deepEqual([result.passed, result.failed, result.failedFiles], [5, 2, ['b.test.js']]);
    assert.match(result.failures, /^\nSome\n {2}2 failing/);
  });

  it('is a failure of no known file where all tests passed and something was left open', () => {
    const result = parseMochaOutput(run, '  5 passing (2s)\n', 1);
    assert.deepEqual([result.passed, result.failed, result.failedFiles], [5, 1, []]);
  });
});

describe('Files with failures', () => {
  it('run once more on the same Node-RED', () => {
    const repeats = planRepeats([passedRun, failedRun('a.test.js', 'c.test.js')]);
    assert.deepEqual(
      repeats.map(({ files: repeated, nodeRedVersion }) => [repeated, nodeRedVersion]),
      [[['a.test.js', 'c.test.js'], 5]],
    );
  });

  it('do not where there are many, or where it is not known which they are', () => {
    assert.deepEqual(planRepeats([passedRun]), []);
    assert.deepEqual(planRepeats([failedRun('a.test.js', 'b.test.js'), failedRun(...files)]), []);
    assert.deepEqual(planRepeats([failedRun('a.test.js'), failedRun()]), []);
  });

  it('are failures where they fail again, and named where they pass', () => {
    const first = failedRun('a.test.js', 'c.test.js');
    const repeat = {
      run: { ...run, files: first.failedFiles },
      passed: 4,
      failed: 1,
      failedFiles: ['c.test.js'],
      failures: 'second failure',
    };
    assert.deepEqual(summarizeResults([passedRun, first], [repeat]), {
      passed: 15,
      failed: 1,
      failures: 'second failure',
      passedAlone: ['a.test.js'],
    });
  });

  it('are failures where none runs again', () => {
    assert.deepEqual(summarizeResults([passedRun, failedRun()], []), {
      passed: 14,
      failed: 2,
      failures: 'first failure',
      passedAlone: [],
    });
  });
});
