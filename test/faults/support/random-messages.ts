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

/**
 * Messages for all nodes of the palette, from sound to absurd; the same for the same seed.
 *
 * @param targets ids and names that exist
 */
export function randomMessages(
  targets: readonly string[],
  count: number,
  seed: number,
): RandomMessage[] {
  const sampled = fc.sample(messagesFor(targets), { numRuns: count, seed });
  for (const [index, { message }] of sampled.entries()) {
    if (index % 50 === 49) message['payload'] = bearNoLook[(index + seed) % bearNoLook.length];
  }
  return sampled;
}

const messagesFor = (targets: readonly string[]): fc.Arbitrary<RandomMessage> =>
  fc.record({
    node: fc.constantFrom(...actionNodes, ...actionNodes, 'poll'),
    message: fc.record(
      {
        payload: plainCommand,
        target: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...targets) }, fc.string(), odd),
        operation: fc.oneof({ weight: 6, arbitrary: operation }, odd),
        rtype: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...resourceTypes) }, odd),
        topic: fc.string(),
        url: fc.constant('http://127.0.0.1:9/'),
      },
      { requiredKeys: [] },
    ),
  });
