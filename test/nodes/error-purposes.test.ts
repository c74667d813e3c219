import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';

const floorLamp = createFixtureId('light/living-floor');
const named = { target: 'Floor lamp', targetType: 'str' };
const picked = { target: floorLamp, targetType: 'resource', targetName: 'Floor lamp' };

/** What is asked of a bridge that is away, and how the error begins that says so. */
const requests: readonly (readonly [
  what: string,
  type: string,
  settings: object,
  message: FlowMessage,
  purpose: string,
])[] = [
  ['a lamp by its name', 'light', named, { payload: true }, 'set Floor lamp'],
  ['a picked lamp', 'light', picked, { payload: true }, 'set Floor lamp'],
  [
    'a lamp in a message',
    'light',
    {},
    { payload: true, target: { room: 'Office', name: 'Desk' } },
    'set Office/Desk',
  ],
  [
    'several lamps',
    'light',
    {},
    { payload: true, target: ['Floor lamp', 'Desk'] },
    'set Desk and Floor lamp',
  ],
  ['the state of a lamp', 'light', named, { payload: 'get' }, 'read Floor lamp'],
  ['a toggle', 'light', named, { payload: 'toggle' }, 'set Floor lamp'],
  ['a saved state', 'light', named, { payload: { save: 'before' } }, 'set Floor lamp'],
  ['a sequence', 'light', named, { payload: 'candle' }, 'set Floor lamp'],
  ['a room', 'room', { operation: 'get', ...named, target: 'Kitchen' }, {}, 'use Kitchen'],
  ['a scene', 'scene', { ...named, target: 'Kitchen' }, { payload: 'next' }, 'use Kitchen'],
  [
    'a smart scene',
    'smart-scene',
    { ...named, target: 'Natural light' },
    {},
    'recall Natural light',
  ],
  ['a sensor', 'sensor', { ...named, target: 'Hall' }, { payload: false }, 'use Hall'],
  ['an automation', 'automation', { ...named, target: 'Alarm' }, { payload: true }, 'use Alarm'],
  ['a speaker', 'speaker', { ...named, target: 'Chime' }, { payload: 'stop' }, 'use Chime'],
  ['a resource', 'resource', { ...named, operation: 'get' }, {}, 'use Floor lamp'],
  ['a poll of a lamp', 'poll', { ...named, rtype: 'light' }, {}, 'read Floor lamp'],
  ['a poll of all lamps', 'poll', { rtype: 'light' }, {}, 'list all light resources'],
  ['a report', 'status', {}, { payload: 'report' }, 'report on the home'],
];

describe('An error of several lamps', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([{ id: 'lamps', type: 'bridge-light' }]);
  });
  after(() => harness.stop());

  it('says the reason once, where it is the same for all, and names each lamp', async () => {
    harness.simulator.faults.inject({ match: { method: 'PUT' }, status: 400 });
    const target = ['Living room/Floor lamp', 'Living room/Ceiling lamp'];
    harness.send('lamps', { payload: true, target });
    const { message } = await harness.nextFailure('lamps');
    assert.match(
      message,
      /^Could not set Living room\/Ceiling lamp and Living room\/Floor lamp: the bridge found a mistake in the command \(status 400\)\./,
    );
    assert.equal(message.match(/mistake/g)?.length, 1);
  });
});

describe('An error of a bridge that is away', () => {
  let harness: FlowHarness;
  before(async () => {
    const gone = await startSimulator();
    await gone.stop();
    const nodes = requests.map(([, type, settings], index) => ({
      id: `node ${index}`,
      type: `bridge-${type}`,
      ...settings,
    }));
    harness = await startFlowHarness(nodes, {
      bridge: { name: 'House', host: '127.0.0.1', port: String(gone.port) },
    });
  });
  after(() => harness.stop());

  for (const [index, [what, , , message, purpose]] of requests.entries()) {
    it(`says what was asked for: ${what}`, async () => {
      harness.send(`node ${index}`, message);
      const error = await harness.nextFailure(`node ${index}`);
      const sentence = `Could not ${purpose}: nothing listens at 127.0.0.1:`;
      assert.ok(error.message.startsWith(sentence), error.message);
      assert.equal(error.code, 'ERR_BRIDGE_UNREACHABLE');
      assert.doesNotMatch(error.message, /all resources|[0-9a-f]{8}-[0-9a-f]{4}/);
    });
  }
});
