/* A flow may send these values; no bridge understands them. */

const circular: Record<string, unknown> = { on: true };
circular['self'] = circular;

const throwing = {
  get on(): boolean {
    throw new Error('a getter that throws');
  },
};

/** Every access throws. */
export const createHostileProxy = (): object =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('a proxy that throws');
      },
      ownKeys: () => {
        throw new Error('a proxy that throws');
      },
      getPrototypeOf: () => {
        throw new Error('a proxy that throws');
      },
    },
  );

function createRevokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

export const createNestedObject = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { deeper: value };
  return value;
};

class Lamp {
  readonly on = true;
}

/** With names for reports. */
export const oddValues: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['1e308', 1e308],
  ['-0', -0],
  ['-1', -1],
  ['101', 101],
  ['a number as text', '12'],
  ['an empty text', ''],
  ['a text of spaces', '   '],
  ['a text with NUL', 'on\u0000off'],
  ['a lone surrogate', '\ud800'],
  ['an empty list', []],
  ['a list of lists', [[[]]]],
  ['a sparse list', Array.from({ length: 3 })],
  ['an empty object', {}],
  ['an object without prototype', Object.create(null)],
  ['unknown members', { onn: true, brightnes: 5 }],
  ['a circular object', circular],
  ['a function', () => true],
  ['a class', Lamp],
  ['an instance', new Lamp()],
  ['a symbol', Symbol('on')],
  ['a BigInt', 10n],
  ['a date', new Date(0)],
  ['an invalid date', new Date(NaN)],
  ['an expression', /on/],
  ['a map', new Map([['on', true]])],
  ['a set', new Set([1])],
  ['a buffer', Buffer.from('on')],
  ['typed numbers', new Uint8Array([1, 2])],
  ['a promise', Promise.resolve(true)],
  ['an error', new Error('on')],
  ['a getter that throws', throwing],
  ['a proxy that throws', createHostileProxy()],
  ['a revoked proxy', createRevokedProxy()],
  ['a boxed text', Object('on')],
  ['an object with toJSON', { toJSON: () => ({ on: { on: true } }) }],
  ['an object with valueOf', { valueOf: () => 1 }],
];

/** Handling them takes time. */
export const hugeValues: readonly (readonly [string, unknown])[] = [
  ['a text of 1 MB', 'x'.repeat(1_048_576)],
  ['a list of 100,000', Array.from({ length: 100_000 }, () => 1)],
  ['10,000 levels of nesting', createNestedObject(10_000)],
];

/** They must reach no path. */
export const oddIds: readonly unknown[] = [
  '../config',
  '..%2fconfig',
  '%2f',
  '%2e%2e/%2e%2e/api',
  '/etc/passwd',
  '..',
  '.',
  '*',
  '?x=1',
  '#',
  '\\',
  'a\r\nHost: elsewhere',
  '\u0000',
  '',
  ' ',
  0,
  7,
  true,
  null,
  {},
  [],
  ['light'],
  { rid: '../config', rtype: 'light' },
  { rid: {}, rtype: [] },
];
