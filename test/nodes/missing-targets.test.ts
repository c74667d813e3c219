import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { waitUntil } from '../support/wait-until';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const gone = '00000000-0000-4000-8000-00000000dead';
const mirrorLamp = { target: gone, targetType: 'resource', targetName: 'Mirror' };
const deleted = /^Mirror was deleted from the bridge: pick another\.$/;
const floorLamp = createFixtureId('light/living-floor');

const misspelt = (name: string): object => ({ target: name, targetType: 'str' });

/** Nodes whose target is not there, and what each says of it. */
const nodes: readonly (readonly [type: string, settings: object, sentence: RegExp])[] = [
  ['light', mirrorLamp, deleted],
  ['room', mirrorLamp, deleted],
  ['scene', mirrorLamp, deleted],
  ['smart-scene', mirrorLamp, deleted],
  ['sensor', mirrorLamp, deleted],
  ['automation', mirrorLamp, deleted],
  ['speaker', mirrorLamp, deleted],
  ['resource', { ...mirrorLamp, rtype: 'light', operation: 'update' }, deleted],
  ['resource', mirrorLamp, deleted],
  ['poll', { ...mirrorLamp, rtype: 'light', emit: 'change' }, deleted],
  ['button', mirrorLamp, deleted],
  ['daylight', { ...mirrorLamp, follow: 'table', table: '06:00 2700' }, deleted],
  [
    'light',
    { ...mirrorLamp, target: `${floorLamp},${gone}`, targetName: 'Floor lamp, Mirror' },
    deleted,
  ],
  [
    'poll',
    {
      rtype: 'light',
      target: `${gone},${gone.replace('dead', 'beef')}`,
      targetType: 'resource',
      targetName: 'Mirror, Shelf',
    },
    /^Mirror and Shelf were deleted from the bridge: pick another\.$/,
  ],
  [
    'button',
    { target: createFixtureId('device/living-floor'), targetType: 'resource' },
    /^Living room\/Floor lamp has no button, bell or dial: pick another device\.$/,
  ],
  [
    'poll',
    { rtype: 'light', target: floorLamp, targetType: 'resource', room: 'Kitchen' },
    /^Living room\/Floor lamp is not in Kitchen: pick another, or another room or zone\.$/,
  ],
  [
    'light',
    misspelt('Flor lamp'),
    /^target: expected .*, got "Flor lamp"\. Did you mean Floor lamp\?$/,
  ],
  ['light', misspelt('Atic:Floor lamp'), /Did you mean Attic:Floor lamp\?$/],
  [
    'light',
    misspelt('Cellar:Floor lamp'),
    /Before a colon stands the name of a bridge, here Attic/,
  ],
  ['light', misspelt('Attic:Flor lamp'), /got "Flor lamp"\. Did you mean Floor lamp\?$/],
  ['room', misspelt('Kitchn'), /Did you mean Kitchen\?$/],
  ['scene', misspelt('Kitchn'), /Did you mean Kitchen\?$/],
  ['smart-scene', misspelt('Natural ligth'), /Did you mean Natural light\?$/],
  ['sensor', misspelt('Kitchen snsor'), /Did you mean Kitchen sensor\?$/],
  ['automation', misspelt('Weekday alrm'), /Did you mean Weekday alarm\?$/],
  ['speaker', misspelt('Chme'), /got "Chme"\. Did you mean .+\?$/],
  ['resource', { ...misspelt('Flor lamp'), rtype: 'light' }, /Did you mean Floor lamp\?$/],
  ['poll', { ...misspelt('Flor lamp'), rtype: 'light' }, /Did you mean Floor lamp\?$/],
  ['poll', { rtype: 'light', room: 'Kitchn' }, /^room: .* Did you mean Kitchen\?$/],
  ['button', misspelt('Atic:Dimmer'), /Did you mean Attic:Dimmer\?$/],
  ['daylight', { ...misspelt('Flor lamp'), follow: 'table', table: '06:00 2700' }, /Floor lamp\?$/],
  ['poll', { rtype: 'light', interval: 'soon' }, /^setting interval: expected a time/],
  ['mqtt', { interval: 'soon' }, /^setting interval: expected a time/],
  ['status', { interval: 'soon' }, /^setting interval: expected a time/],
];

const flow = nodes.map(([type, settings], index) => ({
  ...settings,
  id: `node ${index}`,
  type: `bridge-${type}`,
}));

for (const showStates of [true, false]) {
  describe(`A target that is not there, ${showStates ? 'with' : 'without'} states below the nodes`, () => {
    let harness: FlowHarness;
    let attic: Simulator;
    before(async () => {
      attic = await startSimulator();
      const read = { id: 'read', type: 'bridge-resource', operation: 'get', target: floorLamp };
      harness = await startFlowHarness([...flow, read], {
        bridge: { name: 'House', showStates },
        furtherBridges: { Attic: attic },
      });
    });
    after(async () => {
      await harness.stop();
      await attic.stop();
    });

    for (const [index, [type, settings, sentence]] of nodes.entries()) {
      it(`is one sentence in the log at the deploy: ${type} with ${JSON.stringify(settings)}`, async () => {
        assert.match(await harness.nextLog(`node ${index}`), sentence);
      });
    }

    it('is said once, also where the state is read again and the bridge comes back', async () => {
      const { events } = harness.simulator;
      await waitUntil('the event stream', () => events.connectionCount > 0);
      events.disconnectAll();
      await waitUntil('the event stream again', () => events.connectionCount > 0);
      await harness.request('read', {});
      const lines = harness.observations.filter(
        (one) => one.kind === 'log' && one.node?.startsWith('node ') === true,
      );
      assert.equal(lines.length, nodes.length);
    });
  });
}

describe('A target that is deleted while its node runs', () => {
  const lamp = createFixtureId('light/living-floor');
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'light', type: 'bridge-light', target: lamp },
      { id: 'named', type: 'bridge-light', ...misspelt('Living room/Floor lamp') },
      { id: 'poll', type: 'bridge-poll', rtype: 'light', target: lamp, interval: '1000' },
      {
        id: 'daylight',
        type: 'bridge-daylight',
        target: lamp,
        follow: 'table',
        table: '06:00 2700',
      },
    ]);
    await harness.request('light', { payload: true });
    await harness.nextStatus('poll', ({ fill }) => fill === 'green');
    await harness.nextStatus('daylight', ({ text }) => String(text).includes('daylight.'));
    harness.simulator.home.remove(lamp);
  });
  after(() => harness.stop());

  for (const node of ['light', 'poll', 'daylight']) {
    it(`is named by the room and name that it had: ${node}`, async () => {
      const sentence = 'Living room/Floor lamp was deleted from the bridge: pick another.';
      assert.equal(await harness.nextLog(node), sentence);
    });
  }

  it('is an error of each message by that name', async () => {
    harness.send('light', { payload: true });
    const { message, code } = await harness.nextFailure('light');
    assert.equal(code, 'ERR_BRIDGE_UNKNOWN_TARGET');
    assert.equal(message, 'Living room/Floor lamp was deleted from the bridge: pick another.');
  });

  it('is looked for by its name, where a name is set', async () => {
    assert.match(await harness.nextLog('named'), /got "Living room\/Floor lamp"\./);
  });
});
