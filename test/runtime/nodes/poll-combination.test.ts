import assert from 'node:assert/strict';
import { ValueCombiner } from '../../../src/runtime/nodes/poll-combination';
import type { ValueCombinationMethod } from '../../../src/runtime/nodes/poll-combination';
import { parseYesNoCondition } from '../../../src/runtime/nodes/yes-no-condition';

const toEntries = (values: readonly unknown[]): { rid: string; value: unknown }[] =>
  values.map((value, index) => ({ rid: String(index), value }));

const combine = (
  combination: ValueCombinationMethod,
  values: readonly unknown[],
  rule: object = {},
): unknown => new ValueCombiner(combination, parseYesNoCondition(rule)).combine(toEntries(values));

describe('One value for several resources', () => {
  for (const [combination, values, expected] of [
    ['any', [false, true], true],
    ['any', [false, false], false],
    ['all', [true, true], true],
    ['all', [true, false], false],
    ['none', [false, false], true],
    ['none', [true, false], false],
    ['count', [true, false, true], 2],
    ['mean', [20, 21, 21], 20.67],
    ['lowest', [20, -3, 21], -3],
    ['highest', [20, -3, 21], 21],
  ] as const) {
    it(`is ${expected} as ${combination} of ${values.join(', ')}`, () => {
      assert.equal(combine(combination, values), expected);
    });
  }

  it('takes a lamp by whether it is on', () => {
    assert.equal(combine('none', [{ on: false, brightness: 20 }, { on: false }]), true);
    assert.equal(combine('any', [{ on: false }, { on: true }]), true);
  });

  it('leaves out what says nothing, and is nothing when none says anything', () => {
    assert.equal(combine('all', [true, null]), true);
    assert.equal(combine('mean', [null, 10]), 10);
    for (const combination of ['any', 'all', 'none', 'count', 'mean', 'lowest'] as const) {
      assert.equal(combine(combination, [null, undefined]), null, combination);
      assert.equal(combine(combination, []), null, combination);
    }
  });

  it('counts what is above or below a number, each with its own hysteresis', () => {
    const rule = parseYesNoCondition({ yesWhen: 'below', yesValue: '40', hysteresis: '5' });
    const combiner = new ValueCombiner('count', rule);
    assert.equal(combiner.combine(toEntries([39, 50])), 1);
    assert.equal(combiner.combine(toEntries([44, 44])), 1);
    assert.equal(combiner.combine(toEntries([46, 30])), 1);
  });
});
