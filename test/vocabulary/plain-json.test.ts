import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { copyPlainJsonWithMembers, parsePlainJson } from '../../src/vocabulary/plain-json';
import { expectProblem, expectSentence, expectValue } from './support/sample-resources';

const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('read');
    },
    ownKeys() {
      throw new Error('listed');
    },
    getPrototypeOf() {
      throw new Error('asked');
    },
  },
);

const circular: Record<string, unknown> = { name: 'round' };
circular['self'] = { circular };

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

class Lamp {
  on = true;
}

const refused: readonly [name: string, value: unknown, sentence: RegExp][] = [
  ['undefined', undefined, /^payload: expected a value, got nothing/],
  ['a function inside', { a: () => 1 }, /^payload\.a: expected plain JSON, got a function/],
  ['a symbol', [Symbol('s')], /^payload\[0\]: expected plain JSON, got a symbol/],
  ['a BigInt', { a: 1n }, /got a BigInt/],
  ['NaN', { a: { b: NaN } }, /^payload\.a\.b: expected a finite number, got NaN/],
  ['minus infinity', [-Infinity], /got -Infinity/],
  ['something circular', circular, /at most 32 levels of nesting/],
  ['something deep', nested(40), /at most 32 levels/],
  [
    'a getter',
    {
      get a() {
        throw new Error('never read');
      },
    },
    /^payload\.a: expected a value that is simply there/,
  ],
  ['a Proxy', hostile, /got a Proxy/],
  ['a Proxy inside', { a: [hostile] }, /^payload\.a\[0\]: .*got a Proxy/],
  ['a Proxy of a list', new Proxy([1], {}), /got a Proxy/],
  ['an object whose prototype is a Proxy', Object.create(hostile), /expected plain JSON/],
  ['a class instance', new Lamp(), /expected plain JSON, got an object with on/],
  ['a Buffer', Buffer.from('a'), /got a Buffer/],
  ['a typed array', new Uint8Array(1), /expected plain JSON/],
  ['a Date', new Date(0), /got a Date/],
  ['a Map', new Map(), /got a Map/],
  ['a Set', new Set(), /got a Set/],
  ['an Error', new Error('no'), /got an Error/],
  ['a promise', Promise.resolve(1), /expected plain JSON/],
  ['a boxed text', Object('text'), /expected plain JSON/],
  ['__proto__', JSON.parse('{"a":{"__proto__":{}}}'), /^payload\.a\.__proto__: /],
  ['constructor', { constructor: 1 }, /^payload\.constructor: /],
  ['prototype', [{ prototype: 1 }], /^payload\[0\]\.prototype: /],
  [
    'a list with a gap',
    Object.assign([1], { 2: 3 }),
    /^payload\[1\]: expected a value, got nothing/,
  ],
  ['an endless list', Object.assign([], { length: 4_000_000_000 }), /at most 20000 values/],
  [
    'many values',
    Array.from({ length: 300 }, () => Array.from({ length: 100 }, () => 1)),
    /values/,
  ],
  ['much text', ['x'.repeat(600_000), 'x'.repeat(600_000)], /at most 1000000 characters/],
  ['a NUL character', 'a\0b', /without NUL characters, got "a\\u0000b"/],
  ['half a character', 'a\ud83d', /whole characters/],
];

describe('Plain JSON', () => {
  for (const [name, value, sentence] of refused) {
    it(`refuses ${name}`, () => {
      assert.match(expectSentence(parsePlainJson(value, 'payload')), sentence);
    });
  }

  it('copies everything that JSON can hold', () => {
    const value = { a: [1, 'ä💡', null, { b: false, c: {} }], d: -1.5e-7 };
    const copy = expectValue(parsePlainJson(value, 'payload'));
    assert.deepEqual(copy, value);
    assert.notEqual(copy, value);
    value.a.length = 0;
    assert.deepEqual(copy, { a: [1, 'ä💡', null, { b: false, c: {} }], d: -1.5e-7 });
  });

  it('leaves out what JSON leaves out', () => {
    const value = { a: undefined, [Symbol('s')]: 1, b: 2 };
    assert.deepEqual(expectValue(parsePlainJson(value, 'payload')), { b: 2 });
  });

  it('makes minus zero zero', () => {
    assert.ok(Object.is(expectValue(parsePlainJson(-0, 'payload')), 0));
  });

  it('takes objects of other realms, as function nodes make them', () => {
    const value: unknown = runInNewContext('({ on: true, list: [{ a: 1 }] })');
    assert.deepEqual(expectValue(parsePlainJson(value, 'payload')), { on: true, list: [{ a: 1 }] });
  });

  it('copies once: later changes by the flow have no effect, and the copy is taken as it is', () => {
    const payload = { on: true, points: [{ hex: '#fff' }] };
    const copy = expectValue(parsePlainJson(payload, 'payload'));
    payload.points.push({ hex: '#000' });
    assert.deepEqual(copy, { on: true, points: [{ hex: '#fff' }] });
    assert.equal(expectValue(parsePlainJson(copy, 'payload')), copy);
    assert.notEqual(expectValue(parsePlainJson({ nested: copy }, 'payload')), copy);
  });

  it('does not copy a copy again of which members were set, unless one of these is no plain JSON', () => {
    const copy = expectValue(parsePlainJson({ name: 'Den', add: ['a'] }, 'payload'));
    const merged = copyPlainJsonWithMembers(copy, { name: 'Lounge', children: ['b'] });
    assert.deepEqual(merged, { name: 'Lounge', add: ['a'], children: ['b'] });
    assert.equal(expectValue(parsePlainJson(merged, 'payload')), merged);
    const unsound = copyPlainJsonWithMembers(copy, { children: [NaN] });
    assert.equal(expectProblem(parsePlainJson(unsound, 'payload')).path, 'payload.children[0]');
    assert.deepEqual(copyPlainJsonWithMembers('Den', { add: ['a'] }), { add: ['a'] });
  });

  it('takes objects without a prototype', () => {
    const value: unknown = Object.assign(Object.create(null), { on: true });
    assert.deepEqual(expectValue(parsePlainJson(value, 'payload')), { on: true });
  });

  it('takes 31 levels of nesting', () => {
    assert.deepEqual(expectValue(parsePlainJson(nested(31), 'payload')), nested(31));
  });

  it('keeps a path short, whatever the member is called', () => {
    const { path } = expectProblem(parsePlainJson({ ['k'.repeat(100_000)]: NaN }, 'payload'));
    assert.ok(path.length < 100, path);
  });
});
