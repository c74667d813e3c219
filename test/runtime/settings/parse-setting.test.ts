import assert from 'node:assert/strict';
import {
  isSettingUnset,
  parseNonEmptyText,
  parseUntrimmedText,
} from '../../../src/runtime/stored-settings';
import { parseStatusSettings } from '../../../src/runtime/nodes/status';
import { parseDaylightSettings } from '../../../src/runtime/nodes/daylight';

describe('A setting of a hand-written flow', () => {
  it('is unset when it is missing, null or an empty text, and for nothing else', () => {
    for (const value of [undefined, null, '']) assert.ok(isSettingUnset(value), String(value));
    for (const value of [' ', 0, false, [], {}])
      assert.ok(!isSettingUnset(value), JSON.stringify(value));
  });

  it('is a choice between yes and no only where it is a boolean', () => {
    const emitsAtStart = (value: unknown): boolean =>
      parseStatusSettings({ id: '', type: '', name: '', z: '', emitAtStart: value }).emitAtStart;
    const sendsChanges = (value: unknown): boolean =>
      parseDaylightSettings({ changes: value }).sendsChanges;
    for (const choice of [true, false]) {
      assert.equal(emitsAtStart(choice), choice);
      assert.equal(sendsChanges(choice), choice);
    }
    for (const value of ['true', 1, 0, null, undefined]) {
      assert.equal(emitsAtStart(value), true, String(value));
      assert.equal(sendsChanges(value), false, String(value));
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
