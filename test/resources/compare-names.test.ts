import assert from 'node:assert/strict';
import { compareNames } from '../../src/resources/compare-names';

describe('The order of names', () => {
  it('is that of people: numbers by their size, accents beside their letters, capitals last', () => {
    const names = ['Lamp 10', 'élan', 'Lamp 2', 'lamp 1', 'Zebra', 'Elan', 'Étude', 'Lamp 1'];
    assert.deepEqual(names.toSorted(compareNames), [
      'Elan',
      'élan',
      'Étude',
      'lamp 1',
      'Lamp 1',
      'Lamp 2',
      'Lamp 10',
      'Zebra',
    ]);
  });
});
