import assert from 'node:assert/strict';
import { findNearestName } from '../../src/resources/nearest-name';

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
