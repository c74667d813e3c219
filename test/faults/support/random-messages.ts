import * as fc from 'fast-check';
import { resourceTypes } from '../../../src/resources';
import { oddIds, oddValues } from './odd-values';
import { actionNodes } from './palette';

/** A message, and the node of the palette that gets it. */
export interface RandomMessage {
  node: string;
  message: Record<string, unknown>;
}

/** The generator itself looks at what it makes, so values that bear no look come in afterwards. */
const bearNoLook = oddValues.filter(([name]) => name.includes('proxy')).map(([, value]) => value);
const bearALook = oddValues.filter(([name]) => !name.includes('proxy')).map(([, value]) => value);

const odd = fc.constantFrom<unknown>(...bearALook, ...oddIds);
const operation = fc.constantFrom('list', 'get', 'create', 'update', 'delete', 'recall');

const plainCommand = fc.oneof(
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
      on: fc.oneof(fc.boolean(), odd),
      brightness: fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), odd),
      kelvin: fc.oneof(fc.integer({ min: 1_000, max: 10_000 }), odd),
      color: fc.oneof(fc.constantFrom('blue', '#00f', 'rgb(1,2,3)'), odd),
      transition: fc.oneof(fc.nat(10_000), odd),
      effect: fc.constantFrom<unknown>('candle', 'none', 'nonsense', 7),
      enabled: fc.boolean(),
      name: fc.oneof(fc.string({ maxLength: 40 }), odd),
      archetype: fc.constantFrom('kitchen', 'lounge', 'nowhere'),
      sensitivity: fc.integer({ min: -1, max: 9 }),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      on: fc.record({ on: fc.oneof(fc.boolean(), odd) }),
      dimming: fc.record({ brightness: fc.oneof(fc.integer({ min: -1, max: 101 }), odd) }),
      metadata: fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 34 }) }),
      recall: fc.record({ action: fc.constantFrom('activate', 'deactivate', 'explode') }),
      enabled: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
  odd,
);

/** Ids of resources that exist, by type. */
export type Existing = Readonly<Record<string, readonly string[]>>;

const absurd = (existing: Existing): fc.Arbitrary<RandomMessage> =>
  fc.record({
    node: fc.constantFrom(...actionNodes, 'poll'),
    message: fc.record(
      {
        payload: plainCommand,
        target: fc.oneof(fc.constantFrom(...Object.values(existing).flat()), fc.string(), odd),
        operation: fc.oneof({ weight: 6, arbitrary: operation }, odd),
        rtype: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...resourceTypes) }, odd),
        topic: fc.string(),
        url: fc.constant('http://127.0.0.1:9/'),
      },
      { requiredKeys: [] },
    ),
  });

/** Messages that are sound, or would be if their payload were. */
function likely(existing: Existing): fc.Arbitrary<RandomMessage> {
  const one = (type: string): fc.Arbitrary<unknown> => fc.constantFrom(...(existing[type] ?? ['']));
  const to = (
    node: string,
    message: Record<string, fc.Arbitrary<unknown>>,
  ): fc.Arbitrary<RandomMessage> =>
    fc.record({ node: fc.constant(node), message: fc.record(message) });
  const on = fc.boolean().map((value) => ({ on: { on: value } }));
  return fc.oneof(
    to('light', { target: one('light'), payload: plainCommand }),
    to('light', { target: one('grouped_light'), payload: fc.boolean() }),
    to('room', {
      target: one('room'),
      operation: fc.constantFrom('list', 'get', 'update'),
      payload: fc.record({ name: fc.string({ minLength: 1, maxLength: 32 }) }),
    }),
    to('scene', {
      target: one('smart_scene'),
      operation: fc.constantFrom('list', 'get', 'recall'),
      payload: fc.boolean(),
    }),
    to('sensor', { target: one('motion'), payload: fc.boolean() }),
    to('resource', {
      target: one('light'),
      rtype: fc.constant('light'),
      operation: fc.constantFrom('list', 'get', 'update'),
      payload: fc.oneof(on, plainCommand),
    }),
    to('poll', { payload: odd }),
  );
}

/**
 * Messages for all nodes of the palette, from sound to absurd; the same for the same seed.
 *
 * @param existing ids that messages may mean
 */
export function randomMessages(existing: Existing, count: number, seed: number): RandomMessage[] {
  const message = fc.oneof(likely(existing), absurd(existing));
  const sampled = fc.sample(message, { numRuns: count, seed });
  for (const [index, { message: given }] of sampled.entries()) {
    if (index % 50 === 49) given['payload'] = bearNoLook[(index + seed) % bearNoLook.length];
  }
  return sampled;
}
