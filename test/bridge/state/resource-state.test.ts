import assert from 'node:assert/strict';
import { mergeUpdate, parseResource } from '../../../src/bridge/resource-state';

describe('A value that a bridge sends as a resource', () => {
  it('is one when it has an id and a type, or is listed under a type', () => {
    const lamp = { id: 'one', type: 'light' };
    assert.equal(parseResource(lamp), lamp);
    assert.equal(parseResource(lamp, 'room'), lamp);
    assert.deepEqual(parseResource({ id: 'one', on: 1 }, 'light'), { ...lamp, on: 1 });
  });

  it('is none otherwise, and disturbs nothing', () => {
    const others = [null, undefined, 'light', 7, true, [], ['one'], {}, { type: 'light' }];
    const withoutId = [{ id: '', type: 'light' }, { id: 1 }, { id: ['one'], type: 'light' }];
    const withoutType = [
      { id: 'one', type: '' },
      { id: 'one', type: null },
      { id: 'one', type: 7 },
    ];
    for (const value of [...others, ...withoutId, ...withoutType]) {
      assert.equal(parseResource(value), undefined);
      assert.equal(parseResource(value, 'light'), undefined, JSON.stringify(value));
    }
    assert.equal(parseResource({ id: 'one' }), undefined);
  });

  it('stays the same resource, whatever an update says', () => {
    const lamp = { id: 'one', type: 'light', on: { on: true } };
    const update: unknown = JSON.parse('{"id":"two","type":"room","__proto__":{"on":1},"more":1}');
    assert.ok(typeof update === 'object' && update !== null);
    const merged = mergeUpdate(lamp, { ...update });
    assert.deepEqual(merged, { ...lamp, more: 1 });
    assert.equal(Object.getPrototypeOf(merged), Object.prototype);
    assert.equal(mergeUpdate(lamp, { on: { on: true } }), lamp);
  });
});
