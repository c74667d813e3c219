import assert from 'node:assert/strict';
import { parseInterval } from '../../../src/runtime/watching/parse-interval';

describe('The interval of polls', () => {
  const cases: readonly [unknown, number][] = [
    ['5', 5_000],
    [' 2.5 ', 2_500],
    [60, 60_000],
    ['0.2', 1_000],
    ['1', 1_000],
    ['5s', 5_000],
    ['1.5 min', 90_000],
    ['500ms', 1_000],
    ['2 days', 86_400_000],
    ['20 minutes', 1_200_000],
    ['1 hour 30 minutes', 5_400_000],
    ['2 weeks', 7_000],
    ['86400', 86_400_000],
    ['86401', 86_400_000],
    ['0', 7_000],
    [0, 7_000],
    ['-3', 7_000],
    ['soon', 7_000],
    ['', 7_000],
    [undefined, 7_000],
    [{}, 7_000],
    [Infinity, 7_000],
  ];
  for (const [setting, interval] of cases) {
    it(`is ${interval} ms for the setting ${JSON.stringify(setting)}`, () => {
      assert.equal(parseInterval(setting, 7_000), interval);
    });
  }
});
