import assert from 'node:assert/strict';
import { allOfBridge, isPickableId, splitIds } from '../../src/resources/identifiers';

const id = '7c2e6d0a-0000-4000-8000-000000000001';

describe('What a dialog keeps of a picked resource', () => {
  it('is its id, or a sign for everything that the node accepts', () => {
    for (const kept of [id, allOfBridge]) assert.ok(isPickableId(kept), kept);
    for (const other of ['', 'Desk lamp', `${id}0`, id.toUpperCase(), `${allOfBridge}${id}`])
      assert.ok(!isPickableId(other), other);
  });

  it('is several ids in one text, with commas between them', () => {
    assert.deepEqual(splitIds(`${id}, ${allOfBridge}`), [id, allOfBridge]);
  });
});
