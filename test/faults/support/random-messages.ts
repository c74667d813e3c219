import * as fc from 'fast-check';
import { resourceTypes } from '../../../src/resources/table';
import { actionNodes } from './node-red/flow-under-test';

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

export interface RandomMessage {
  node: string;
  message: Record<string, unknown>;
}

/** fast-check inspects generated values: throwing ones are inserted afterwards. */
const uninspectableValues = oddValues
  .filter(([name]) => name.includes('proxy'))
  .map(([, value]) => value);
const inspectableValues = oddValues
  .filter(([name]) => !name.includes('proxy'))
  .map(([, value]) => value);

const anyOddValue = fc.constantFrom<unknown>(...inspectableValues, ...oddIds);
const anyOperation = fc.constantFrom('list', 'get', 'create', 'update', 'delete', 'recall');

const anyPayload = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -10, max: 110 }),
  fc.constantFrom(
    'on',
    'off',
    'toggle',
    '50%',
    '+10',
    'red',
    '#ff8800',
    '2700K',
    'breathe',
    'stop',
  ),
  fc.record(
    {
      anyOnBody: fc.oneof(fc.boolean(), anyOddValue),
      brightness: fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), anyOddValue),
      kelvin: fc.oneof(fc.integer({ min: 1_000, max: 10_000 }), anyOddValue),
      color: fc.oneof(fc.constantFrom('blue', '#00f', 'rgb(1,2,3)'), anyOddValue),
      transition: fc.oneof(fc.nat(10_000), anyOddValue),
      effect: fc.constantFrom<unknown>('candle', 'none', 'nonsense', 7),
      enabled: fc.boolean(),
      name: fc.oneof(fc.string({ maxLength: 40 }), anyOddValue),
      archetype: fc.constantFrom('kitchen', 'lounge', 'nowhere'),
      sensitivity: fc.integer({ min: -1, max: 9 }),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      anyOnBody: fc.record({ anyOnBody: fc.oneof(fc.boolean(), anyOddValue) }),
      dimming: fc.record({ brightness: fc.oneof(fc.integer({ min: -1, max: 101 }), anyOddValue) }),
      metadata: fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 34 }) }),
      recall: fc.record({ action: fc.constantFrom('activate', 'deactivate', 'explode') }),
      enabled: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
  anyOddValue,
);

/** Existing resources. */
export type ResourceIdsByType = Readonly<Record<string, readonly string[]>>;

const arbitraryMessage = (idsByType: ResourceIdsByType): fc.Arbitrary<RandomMessage> =>
  fc.record({
    node: fc.constantFrom(...actionNodes, 'poll'),
    message: fc.record(
      {
        payload: anyPayload,
        target: fc.oneof(
          fc.constantFrom(...Object.values(idsByType).flat()),
          fc.string(),
          anyOddValue,
        ),
        operation: fc.oneof({ weight: 6, arbitrary: anyOperation }, anyOddValue),
        rtype: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...resourceTypes) }, anyOddValue),
        topic: fc.string(),
        url: fc.constant('http://127.0.0.1:9/'),
      },
      { requiredKeys: [] },
    ),
  });

/** Creates messages that are valid, or would be with another payload. */
function plausibleMessage(idsByType: ResourceIdsByType): fc.Arbitrary<RandomMessage> {
  const anyIdOf = (type: string): fc.Arbitrary<unknown> =>
    fc.constantFrom(...(idsByType[type] ?? ['']));
  const createMessage = (
    node: string,
    message: Record<string, fc.Arbitrary<unknown>>,
  ): fc.Arbitrary<RandomMessage> =>
    fc.record({ node: fc.constant(node), message: fc.record(message) });
  const anyOnBody = fc.boolean().map((value) => ({ anyOnBody: { anyOnBody: value } }));
  return fc.oneof(
    createMessage('light', { target: anyIdOf('light'), payload: anyPayload }),
    createMessage('light', { target: anyIdOf('grouped_light'), payload: fc.boolean() }),
    createMessage('room', {
      target: anyIdOf('room'),
      operation: fc.constantFrom('list', 'get', 'update'),
      payload: fc.record({ name: fc.string({ minLength: 1, maxLength: 32 }) }),
    }),
    createMessage('scene', {
      target: anyIdOf('smart_scene'),
      operation: fc.constantFrom('list', 'get', 'recall'),
      payload: fc.boolean(),
    }),
    createMessage('sensor', { target: anyIdOf('motion'), payload: fc.boolean() }),
    createMessage('resource', {
      target: anyIdOf('light'),
      rtype: fc.constant('light'),
      operation: fc.constantFrom('list', 'get', 'update'),
      payload: fc.oneof(anyOnBody, anyPayload),
    }),
    createMessage('poll', { payload: anyOddValue }),
  );
}

/**
 * Creates valid to arbitrary messages, the same for the same seed.
 *
 * @param idsByType ids in the messages
 */
export function randomMessages(
  idsByType: ResourceIdsByType,
  count: number,
  seed: number,
): RandomMessage[] {
  const message = fc.oneof(plausibleMessage(idsByType), arbitraryMessage(idsByType));
  const sampled = fc.sample(message, { numRuns: count, seed });
  for (const [index, { message: sampleMessage }] of sampled.entries()) {
    if (index % 50 === 49)
      sampleMessage['payload'] = uninspectableValues[(index + seed) % uninspectableValues.length];
  }
  return sampled;
}
