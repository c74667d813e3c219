import * as fc from 'fast-check';
import { resourceTypes } from '../../../src/resources/table';
import { oddIds, oddValues } from './odd-values';
import { actionNodes } from './node-red/flow-nodes';

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
