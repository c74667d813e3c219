import assert from 'node:assert/strict';
import { compareNames } from '../../src/resources/compare-names';
import { findNearestName } from '../../src/resources/nearest-name';

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

describe('The name that was probably meant', () => {
  const cases: readonly [written: string, names: readonly string[], meant: string | undefined][] = [
    ['Bed', ['red', 'blue'], 'red'],
    ['brigtness', ['brightness', 'transition'], 'brightness'],
    ['brightnesss', ['brightness'], 'brightness'],
    ['brihgtness', ['brightness'], 'brightness'],
    ['xbrightness', ['brightness'], 'brightness'],
    ['rightness', ['brightness'], 'brightness'],
    ['KELVIN', ['kelvin'], 'kelvin'],
    ['cat', ['cut', 'cart', 'dog'], 'cut'],
    ['on', ['of', 'off'], 'of'],
    ['on', ['off', 'play'], undefined],
    ['abcdef', ['abcxyf'], 'abcxyf'],
    ['abcdef', ['abcxyz'], undefined],
    ['abcdef', ['bcdefghi'], undefined],
    ['abcdef', ['efabcd'], undefined],
    ['', ['a'], 'a'],
    ['', ['ab'], undefined],
    ['a', [], undefined],
    [`${'x'.repeat(64)}y`, ['x'.repeat(64)], 'x'.repeat(64)],
  ];
  for (const [written, names, meant] of cases) {
    it(`for "${written.slice(0, 20)}" among ${names.join(', ').slice(0, 30)} is ${meant?.slice(0, 20)}`, () => {
      assert.equal(findNearestName(written, names), meant);
    });
  }
});
