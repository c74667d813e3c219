import assert from 'node:assert/strict';
import type { HomeCommand, HomeFrame } from '../../../src/runtime/home/home-item';

describe('The items of a home', () => {
  it('are plain JSON, as all that the sidebar receives and sends', () => {
    const sent: readonly (HomeFrame | HomeCommand)[] = [
      { kind: 'changes', changed: [], removed: ['a'] },
      { rtype: 'light', id: 'a', command: { on: true } },
    ];
    assert.deepEqual(JSON.parse(JSON.stringify(sent)), sent);
  });
});
