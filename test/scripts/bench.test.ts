import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { parseBenchOptions } from '../../bench/options';
import { comparePairs } from '../../bench/statistics';

const measures = ['loading', 'resident-memory', 'node-memory', 'status-storm'];
const parse = (...args: readonly string[]) => parseBenchOptions(args, measures);

describe('The benchmark', () => {
  it('runs every measure, or those with a word in their name, in running order', () => {
    assert.deepEqual(parse(), { measures, quick: false });
    assert.deepEqual(parse('--quick', '--only', 'storm,memory'), {
      measures: ['resident-memory', 'node-memory', 'status-storm'],
      quick: true,
    });
    assert.deepEqual(parse('--only', 'storm', '--only', 'loading')?.measures, [
      'loading',
      'status-storm',
    ]);
  });

  it('compares with a commit in three pairs, or in as many as are asked for', () => {
    assert.deepEqual(parse('--against', 'v1')?.against, { commit: 'v1', pairs: 3 });
    assert.deepEqual(parse('--pairs', '7', '--against', 'v1')?.against, { commit: 'v1', pairs: 7 });
  });

  it('prints its options and measures nothing where its help is asked for', () => {
    assert.equal(parse('--only', 'anything', '--help'), undefined);
    const { status, stdout } = runBench('--help');
    assert.equal(status, 0);
    for (const option of ['--only', '--quick', '--against', '--pairs', '--help'])
      assert.match(stdout, new RegExp(`^ {2}${option} `, 'm'));
    assert.doesNotMatch(stdout, /Node \d/);
  });

  const wrong: readonly [readonly string[], RegExp][] = [
    [['--loud'], /^Unknown option '--loud'/],
    [['loading'], /^Measures are chosen with --only, such as --only loading\.$/],
    [['--only', 'weather'], /^No measure has "weather" in its name\. Measures: loading, resident-/],
    [['--only', 'loading,'], /^No measure has "" in its name\./],
    [['--pairs', '3'], /^--pairs needs --against, with the commit of the other build\.$/],
    [['--against', 'HEAD', '--pairs', '1'], /^--pairs takes a whole number above 1, up to 50/],
    [['--against', 'HEAD', '--pairs', '2.5'], /^--pairs takes a whole number above 1, up to 50/],
  ];
  for (const [args, message] of wrong) {
    it(`refuses ${args.join(' ')}`, () => {
      assert.throws(() => parse(...args), { message });
    });
  }

  it('says in a sentence that a commit does not exist', () => {
    const { status, stderr } = runBench('--only', 'loading', '--against', 'no-such-commit');
    assert.equal(status, 1);
    assert.match(stderr, /^There is no commit "no-such-commit" in the repository .*\.\n$/);
  });
});

const runBench = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['dist/bench/run.js', ...args], { encoding: 'utf8' });

describe('Two builds that ran in pairs', () => {
  const compare = (...pairs: readonly (readonly [number, number])[]) =>
    comparePairs(pairs.map(([ours, theirs]) => ({ ours, theirs })));
  const verdict = (...pairs: readonly (readonly [number, number])[]): string | undefined =>
    compare(...pairs)?.verdict;

  it('have a ratio in each pair, of which the median counts', () => {
    assert.deepEqual(compare([30, 20], [10, 10], [60, 50]), {
      ratios: [1.5, 1, 1.2],
      ratio: 1.2,
      spread: 0.5,
      verdict: 'alike',
    });
  });

  it('differ where the ratio is further from 1 than the pairs are from each other', () => {
    assert.equal(verdict([12, 10], [12.5, 10], [12, 10]), 'worse');
    assert.equal(verdict([8, 10], [7.5, 10], [8, 10]), 'better');
    assert.equal(verdict([12, 10], [14, 10], [11, 10]), 'alike');
    assert.equal(verdict([8, 10], [6, 10], [9, 10]), 'alike');
  });

  it('are alike where they differ by less than anybody would notice', () => {
    assert.equal(verdict([102, 100], [102, 100]), 'alike');
    assert.equal(verdict([98, 100], [98, 100]), 'alike');
  });

  it('are alike where both count nothing, and differ where one alone counts', () => {
    assert.equal(verdict([0, 0], [0, 0], [0, 0]), 'alike');
    assert.equal(verdict([1, 0], [2, 0], [1, 0]), 'worse');
    assert.equal(verdict([0, 1], [0, 2], [0, 1]), 'better');
    assert.equal(verdict([0, 0], [1, 0], [0, 0]), 'alike');
  });

  it('differ where a value of one alone never came', () => {
    assert.equal(verdict([Infinity, 5], [Infinity, 6]), 'worse');
    assert.equal(verdict([Infinity, Infinity], [Infinity, Infinity]), 'alike');
  });

  it('have no ratio where a value is below zero', () => {
    assert.equal(compare([1, 2], [-1, 2]), undefined);
    assert.equal(compare([1, -2], [1, 2]), undefined);
  });
});
