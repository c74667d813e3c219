import assert from 'node:assert/strict';
import {
  isSettingUnset,
  getBooleanOrDefault,
  parseNonEmptyText,
  parseUntrimmedText,
} from '../../../src/runtime/settings/evaluate-setting';

describe('A setting of a hand-written flow', () => {
  it('is unset when it is missing, null or an empty text, and for nothing else', () => {
    for (const value of [undefined, null, '']) assert.ok(isSettingUnset(value), String(value));
    for (const value of [' ', 0, false, [], {}])
      assert.ok(!isSettingUnset(value), JSON.stringify(value));
  });

  it('is a choice between yes and no only where it is a boolean', () => {
    for (const fallback of [true, false]) {
      assert.equal(getBooleanOrDefault(true, fallback), true);
      assert.equal(getBooleanOrDefault(false, fallback), false);
      for (const value of ['true', 1, 0, null, undefined]) {
        assert.equal(getBooleanOrDefault(value, fallback), fallback, String(value));
      }
    }
  });

  it('is a text, or a number as its digits', () => {
    const values = ['  a ', '', 0, 4.5, true, null];
    assert.deepEqual(values.map(parseUntrimmedText), [
      '  a ',
      '',
      '0',
      '4.5',
      undefined,
      undefined,
    ]);
    const trimmed = ['a', undefined, '0', '4.5', undefined, undefined];
    assert.deepEqual(values.map(parseNonEmptyText), trimmed);
  });
});
