import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const target = (id: string): { target: string } => ({ target: createFixtureId(id) });

class Command {
  on = true;
}

/** Values of every type, as a payload may be. */
const payloads: readonly (readonly [what: string, payload: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['false', false],
  ['a number', 7],
  ['a time', 1_700_000_000_000],
  ['NaN', Number.NaN],
  ['a bigint', 1n],
  ['an empty text', ''],
  ['a text', 'party'],
  ['an empty list', []],
  ['a list', [1, 2]],
  ['bytes that are no text', Buffer.from([0xff, 0xfe])],
  ['a date', new Date(0)],
  ['a map', new Map([['on', true]])],
  ['a function', () => true],
  ['a symbol', Symbol('on')],
  ['an instance', new Command()],
  ['an empty object', {}],
  ['an object with unknown words', { party: true }],
  ['an object with inherited members', Object.create({ on: true })],
];

/** What says nothing, and makes a node do what its dialog says, or send what it knows. */
const triggers: ReadonlySet<string> = new Set(['undefined', 'null', 'an empty text', 'a time']);

/** Each node with its dialog left open, and with one that says what to do; what else is a trigger, or a command. */
const nodes: readonly (readonly [node: FlowNode, carriedOut: readonly string[]])[] = [
  [
    { id: 'light', type: 'bridge-light', ...target('light/living-floor') },
    ['true', 'false', 'a number'],
  ],
  [
    {
      id: 'lightSettled',
      type: 'bridge-light',
      ...target('light/living-floor'),
      command: 'true',
      commandType: 'bool',
    },
    ['true'],
  ],
  [{ id: 'sensor', type: 'bridge-sensor', ...target('motion/kitchen-motion') }, ['true', 'false']],
  [
    {
      id: 'sensorSettled',
      type: 'bridge-sensor',
      ...target('motion/kitchen-motion'),
      action: 'enable',
    },
    ['true'],
  ],
  [
    { id: 'automation', type: 'bridge-automation', ...target('behavior_instance/wake-up') },
    ['true', 'false'],
  ],
  [
    {
      id: 'automationSettled',
      type: 'bridge-automation',
      ...target('behavior_instance/wake-up'),
      operation: 'enable',
    },
    ['true'],
  ],
  [{ id: 'speaker', type: 'bridge-speaker', ...target('speaker/chime') }, ['false']],
  [
    {
      id: 'speakerSettled',
      type: 'bridge-speaker',
      ...target('speaker/chime'),
      operation: 'stop',
    },
    ['true'],
  ],
  [
    {
      id: 'room',
      type: 'bridge-room',
      ...target('room/kitchen'),
      operation: 'update',
      rtype: 'room',
    },
    ['a text'],
  ],
  [
    {
      id: 'roomSettled',
      type: 'bridge-room',
      ...target('room/kitchen'),
      operation: 'get',
      rtype: 'room',
    },
    ['true'],
  ],
  [
    {
      id: 'resource',
      type: 'bridge-resource',
      ...target('light/living-floor'),
      operation: 'update',
      rtype: 'light',
    },
    [],
  ],
  [
    {
      id: 'resourceSettled',
      type: 'bridge-resource',
      ...target('light/living-floor'),
      operation: 'get',
      rtype: 'light',
    },
    ['true'],
  ],
  [
    {
      id: 'smartScene',
      type: 'bridge-smart-scene',
      ...target('smart_scene/living-room'),
      recall: '',
    },
    ['true', 'false'],
  ],
  [
    {
      id: 'smartSceneSettled',
      type: 'bridge-smart-scene',
      ...target('smart_scene/living-room'),
      recall: 'activate',
    },
    ['true'],
  ],
  [{ id: 'scene', type: 'bridge-scene', ...target('room/kitchen'), operation: '' }, []],
  ...['next', 'list'].map(
    (operation) =>
      [
        { id: `scene ${operation}`, type: 'bridge-scene', ...target('room/kitchen'), operation },
        ['true'],
      ] as const,
  ),
  [
    {
      id: 'scenePicked',
      type: 'bridge-scene',
      ...target('scene/kitchen/bright'),
      operation: 'recall',
    },
    ['true'],
  ],
  [{ id: 'daylight', type: 'bridge-daylight', ...target('light/living-floor') }, ['true', 'false']],
  [
    {
      id: 'poll',
      type: 'bridge-poll',
      rtype: 'light',
      ...target('light/living-floor'),
      emit: 'request',
    },
    ['true'],
  ],
  [{ id: 'status', type: 'bridge-status' }, ['true']],
  [{ id: 'mqtt', type: 'bridge-mqtt' }, ['true']],
];

/** What became of a message. */
type Outcome = 'refused' | 'warned' | 'carried out';

describe('A payload of any type', () => {
  let harness: FlowHarness;
  before(async () => {
    // A message that is passed on without its payload can be copied out of Node-RED whatever that was.
    harness = await startFlowHarness(nodes.map(([node]) => ({ output: 'answer', ...node })));
  });
  after(() => harness.stop());

  let ticket = 0;
  /** Sends a message, and says what became of it once it was completed. */
  async function send(node: string, payload: unknown): Promise<Outcome> {
    ticket += 1;
    const sent = ticket;
    harness.send(node, { payload, ticket });
    const error = await harness.nextOutcome(node);
    if (error !== undefined) {
      assert.match(error.message, /^(?:payload|target|topic)[^\n]*: expected .+, got .+[.?]$/);
      return 'refused';
    }
    // It sends what it publishes, and does not pass the message on.
    if (node === 'mqtt') return 'carried out';
    const { bridge } = await harness.nextMessage('out', (one) => one['ticket'] === sent);
    const warnings = getNestedMember(bridge, 'warnings');
    const isWarned =
      Array.isArray(warnings) && warnings.some((text) => String(text).startsWith('payload'));
    return isWarned ? 'warned' : 'carried out';
  }

  for (const [{ id }, carriedOut] of nodes) {
    it(`is carried out, refused or warned of, and never ignored: ${id}`, async () => {
      const ignored: string[] = [];
      for (const [what, payload] of payloads) {
        const outcome = await send(id, payload);
        const mayBeCarriedOut = triggers.has(what) || carriedOut.includes(what);
        if (outcome === 'carried out' && !mayBeCarriedOut) ignored.push(what);
      }
      assert.deepEqual(ignored, []);
    });
  }
});
