import assert from 'node:assert/strict';
import { describeBridgeNames } from '../../../src/runtime/several-bridges/describe-bridge-names';

describe('The names of the deployed bridges in a sentence', () => {
  it('stand once each, in the order of people', () => {
    assert.equal(describeBridgeNames(['house', 'Attic', 'Attic']), 'Attic or house');
  });

  it('hold no line break and no hidden character', () => {
    assert.equal(
      describeBridgeNames(['Attic\nError: all is lost\u202e']),
      'Attic Error: all is lost',
    );
  });

  it('are bounded in length and in number', () => {
    const names = Array.from({ length: 500 }, (_, index) => `Bridge ${index} ${'x'.repeat(5000)}`);
    const sentence = describeBridgeNames(names);
    assert.ok(sentence.length < 600, `${sentence.length} characters`);
    assert.match(sentence, /^Bridge 0 x+… or Bridge 1 .* and 492 more$/);
  });
});
