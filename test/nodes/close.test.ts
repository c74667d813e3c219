import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import helper from 'node-red-node-test-helper';
import { getMember } from '../../src/resources';
import { fixtureId } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import { waitUntil } from '../support/wait-until';

const lamp = fixtureId('light/living-floor');

const nodes: Readonly<Record<string, object>> = {
  'bridge-light': { target: lamp },
  'bridge-room': { operation: 'list' },
  'bridge-smart-scene': { operation: 'list' },
  'bridge-sensor': {},
  'bridge-resource': { operation: 'list', rtype: 'light' },
  'bridge-poll': { rtype: 'light', emit: 'change', connectionMessages: true },
  'bridge-button': {},
  'bridge-status': {},
};
const types = Object.keys(nodes);

describe('Nodes that are closed while their bridge lives on', () => {
  let harness: FlowHarness;
  const countListeners = (): number => helper._RED.events.listenerCount('flows:started');
  const countStreams = (): number => harness.simulator.events.connectionCount;
  before(async () => {
    harness = await startFlowHarness([
      ...types.map((type) => ({ id: type, type, ...nodes[type] })),
      { id: 'witness', type: 'bridge-poll', rtype: 'light', wires: [['seen']] },
      { id: 'seen', type: 'helper', wires: [] },
    ]);
    for (const type of types) await harness.nextStatus(type);
    await waitUntil('the event stream', () => countStreams() === 1);
    // The message of the status node: it comes once it is connected, and again once changes are pushed.
    await harness.nextMessage('out', ({ status }) => getMember(status, 'mode') === 'stream');
    await harness.nextStatus('witness', ({ fill }) => fill === 'green');
  });
  after(() => harness.stop());

  it('show nothing and send nothing any more', async () => {
    // Each of these is about to write a status.
    for (const type of types) harness.send(type, {});
    await Promise.all(types.map(async (type) => helper.getNode(type)?.close(true)));
    const seen = harness.observations.length;
    harness.simulator.home.change(lamp, { dimming: { brightness: 12 } });
    await harness.nextMessage('seen');
    harness.simulator.faults.inject({ status: 403 });
    harness.send('witness', {});
    await harness.nextStatus('witness', ({ fill }) => fill === 'red');
    harness.simulator.faults.clear();
    // Longer than two updates of a status are apart.
    await pause(450);
    const ofClosedNodes = harness.observations
      .slice(seen)
      .filter((entry) => entry.kind === 'status' || entry.kind === 'arrival')
      .filter(({ node }) => types.includes(node) || node === 'out');
    assert.deepEqual(ofClosedNodes, []);
  });

  it('leave no watch and no listener behind', async () => {
    harness.send('witness', {});
    await waitUntil('another event stream', () => countStreams() === 1);
    const listeners = countListeners();
    await helper.getNode('witness')?.close(true);
    await waitUntil('the end of the event stream', () => countStreams() === 0);
    assert.equal(countListeners(), listeners - 1, 'nodes share one listener for deploys');
  });
});
