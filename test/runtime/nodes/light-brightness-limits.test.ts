import assert from 'node:assert/strict';
import { parseBrightnessLimits } from '../../../src/runtime/nodes/light';

describe('The limits of brightness of a light node', () => {
  it('are percentages, and none where nothing is set', () => {
    assert.deepEqual(parseBrightnessLimits({ minBrightness: '10', maxBrightness: '60%' }), {
      minimum: 10,
      maximum: 60,
    });
    assert.deepEqual(parseBrightnessLimits({ minBrightness: '', maxBrightness: 50 }), {
      maximum: 50,
    });
    assert.equal(parseBrightnessLimits({}), undefined);
  });

  it('are refused with a sentence where they make no sense', () => {
    assert.throws(
      () => parseBrightnessLimits({ maxBrightness: '101' }),
      /maxBrightness: expected a number from 0 to 100, got "101"/,
    );
    assert.throws(
      () => parseBrightnessLimits({ minBrightness: 50, maxBrightness: 40 }),
      /minBrightness: expected at most the highest brightness, 40, got 50/,
    );
  });
});
