import assert from 'node:assert/strict';
import {
  getComparedValueType,
  getUsualThreshold,
  listComparisons,
  chooseThresholdForType,
} from '../../../src/editor/inputs/compared-value-type';
import { getResourceDefinition, readingTypes } from '../../../src/resources/table';

const describeType = (rtype: Parameters<typeof getResourceDefinition>[0]) =>
  getComparedValueType(rtype, getResourceDefinition(rtype).unit);

describe('What yes means in a dialog', () => {
  it('is for a number a comparison, with a number that is usual for its unit', () => {
    for (const [rtype, usual] of [
      ['device_power', '20'],
      ['light_level', '40'],
      ['temperature', '18'],
    ] as const) {
      assert.deepEqual(listComparisons(describeType(rtype)), [
        'below',
        'above',
        'equals',
        'notEquals',
      ]);
      assert.equal(getUsualThreshold(describeType(rtype)), usual);
    }
  });

  it('is for what is true or false nothing but its word', () => {
    assert.deepEqual(describeType('contact'), { kind: 'yesNo', word: 'open' });
    assert.deepEqual(listComparisons(describeType('motion')), ['true']);
    assert.equal(getUsualThreshold(describeType('motion')), undefined);
  });

  it('is known of every sensor', () => {
    const unknown = readingTypes.filter((rtype) => describeType(rtype).kind === 'any');
    assert.deepEqual(unknown, []);
  });

  it('may be any comparison for what may be anything', () => {
    assert.equal(listComparisons(getComparedValueType('', undefined)).length, 5);
  });

  it('keeps the number that somebody wrote when another kind is chosen, and no usual one', () => {
    const battery = describeType('device_power');
    const temperature = describeType('temperature');
    const motion = describeType('motion');
    assert.equal(chooseThresholdForType('', motion, battery), '20');
    assert.equal(chooseThresholdForType('20', battery, temperature), '18');
    assert.equal(chooseThresholdForType('35', battery, temperature), '35');
    assert.equal(chooseThresholdForType('18', temperature, motion), '');
  });
});
