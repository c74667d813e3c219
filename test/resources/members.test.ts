import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as fc from 'fast-check';
import { cloneJson, isObject } from '../../src/resources/members';
import { allOfBridge, isPickableId, splitIds } from '../../src/resources/identifiers';

/** Every object and array inside a value, itself included. */
function listContainers(value: unknown): unknown[] {
  if (Array.isArray(value)) return [value, ...value.flatMap(listContainers)];
  return isObject(value) ? [value, ...Object.values(value).flatMap(listContainers)] : [];
}

describe('A clone of JSON', () => {
  const json = fc.jsonValue({ maxDepth: 4 });

  it('equals what it was made of, and shares nothing with it', () => {
    fc.assert(
      fc.property(json, (value) => {
        const clone = cloneJson(value);
        assert.deepEqual(clone, value);
        const originals = new Set(listContainers(value));
        assert.ok(listContainers(clone).every((container) => !originals.has(container)));
      }),
      { seed: 7 },
    );
  });

  it('can be changed when the original is frozen', () => {
    const frozen = Object.freeze({ on: Object.freeze({ on: true }), list: Object.freeze([1]) });
    const clone = cloneJson<{ on: { on: boolean }; list: readonly number[] }>(frozen);
    clone.on.on = false;
    assert.deepEqual(frozen, { on: { on: true }, list: [1] });
    assert.ok(!Object.isFrozen(clone) && !Object.isFrozen(clone.list));
  });

  it('keeps a member of the name of the prototype, as a member', () => {
    const parsed: unknown = JSON.parse('{"__proto__":{"on":true},"a":1}');
    const clone = cloneJson(parsed);
    assert.equal(JSON.stringify(clone), '{"__proto__":{"on":true},"a":1}');
    assert.equal(Object.getPrototypeOf(clone), Object.prototype);
  });
});

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
