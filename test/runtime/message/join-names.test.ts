import assert from 'node:assert/strict';
import { joinNames } from '../../../src/runtime/errors';

describe('Names in a sentence', () => {
  it('stand once each, in the order of people', () => {
    assert.equal(joinNames(['house', 'Attic', 'Attic'], 'or'), 'Attic or house');
  });

  it('are separated by commas but for the last two', () => {
    assert.equal(joinNames(['C', 'B', 'A'], 'and'), 'A, B and C');
    assert.equal(joinNames(['A'], 'and'), 'A');
  });

  it('hold no line break and no hidden character', () => {
    assert.equal(joinNames(['Attic\nError: all is lost\u202e'], 'or'), 'Attic Error: all is lost');
  });

  it('are bounded in length and in number', () => {
    const names = Array.from({ length: 500 }, (_, index) => `Bridge ${index} ${'x'.repeat(5000)}`);
    const listed = Array.from({ length: 8 }, (_, index) => `Bridge ${index} ${'x'.repeat(50)}…`);
    assert.equal(joinNames(names, 'or'), `${listed.join(', ')} and 492 more`);
  });
});
