import assert from 'node:assert/strict';
import { parseInterval } from '../../../src/runtime/settings';

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
    ['24h', 86_400_000],
    ['20 minutes', 1_200_000],
    ['1 hour 30 minutes', 5_400_000],
    ['86400', 86_400_000],
    ['0', 7_000],
    [0, 7_000],
    ['', 7_000],
    [undefined, 7_000],
    [{}, 7_000],
  ];
  for (const [setting, interval] of cases) {
    it(`is ${interval} ms for the setting ${JSON.stringify(setting)}`, () => {
      assert.equal(parseInterval(setting, 7_000), interval);
    });
  }

  for (const setting of [
    '2 days',
    '999999999999 days',
    '2 weeks',
    '86401',
    '-3',
    'soon',
    Infinity,
  ]) {
    it(`is refused for the setting ${setting}`, () => {
      assert.throws(() => parseInterval(setting, 7_000), {
        code: 'ERR_BRIDGE_INVALID_COMMAND',
        message: /^setting interval: expected a time from 1s to 24h, such as 5s, got /,
      });
    });
  }
});
