import assert from 'node:assert/strict';
import { findTextAfterBridgeName } from '../../src/vocabulary/lookup';

describe('The name of a bridge before a colon', () => {
  const found: readonly (readonly [text: string, bridgeName: string, rest: string])[] = [
    ['Attic:Office/Desk lamp', 'Attic', 'Office/Desk lamp'],
    [' ATTIC : Desk lamp ', 'Attic', 'Desk lamp'],
    ['Attic:', 'Attic', ''],
    ['Attic:Sofa: right', 'Attic', 'Sofa: right'],
    ['attic:new:Desk lamp', 'Attic:New', 'Desk lamp'],
    ['i\u0307stanbul:Floor lamp', '\u0130stanbul', 'Floor lamp'],
    ['I\u0307stanbul:Floor lamp', '\u0130stanbul', 'Floor lamp'],
    ['Cafe\u0301:Floor lamp', 'caf\u00e9', 'Floor lamp'],
  ];
  for (const [text, bridgeName, rest] of found) {
    it(`leaves what follows: ${JSON.stringify(text)}`, () => {
      assert.equal(findTextAfterBridgeName(text, bridgeName), rest);
    });
  }

  it('is not found where another name or no colon follows', () => {
    for (const text of ['Attic', 'Attic two:Desk lamp', 'The Attic:Desk lamp', ':Desk lamp', ''])
      assert.equal(findTextAfterBridgeName(text, 'Attic'), undefined, text);
  });
});
