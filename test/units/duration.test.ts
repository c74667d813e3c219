import assert from 'node:assert/strict';
import { formatDuration, parseDuration } from '../../src/units/duration';

describe('A duration', () => {
  for (const [duration, text] of [
    [0, '0ms'],
    [150, '150ms'],
    [1_000, '1s'],
    [2_500, '2.5s'],
    [2_550, '2550ms'],
    [60_000, '1min'],
    [90_000, '1.5min'],
    [6_000_000, '100min'],
    [43_200_000, '12h'],
  ] as const) {
    it(`of ${duration} ms is written ${text}, and read again`, () => {
      assert.equal(formatDuration(duration), text);
      assert.equal(parseDuration(text), duration);
    });
  }
});
