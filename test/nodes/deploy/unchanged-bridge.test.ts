import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowMessage, FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';
import {
  createBridgeNode,
  createCredentials,
  createFlowNode,
} from '../../support/node-red/flow-harness';

const createNode = (id: string, type: string, settings: object = {}): FlowNode =>
  createFlowNode(id, type, { wires: [['out']], ...settings });

/** A flow that watches lamps and the bridge; `name` is what a deploy changes. */
const createWatchingFlow = (bridge: FlowNode, name: string): FlowNode[] => [
  { ...bridge, name },
  { id: 'tab', type: 'tab', label: name },
  createNode('poll', 'bridge-poll', { rtype: 'light', interval: '5', emitAtStart: true, name }),
  createNode('status', 'bridge-status', { name }),
  createNode('button', 'bridge-button', { name }),
  { id: 'out', type: 'debug', z: 'tab', x: 0, y: 0, active: false, name, wires: [] },
];

const lamp = createFixtureId('light/living-floor');

const isFromLamps = ({ topic }: FlowMessage): boolean => String(topic).startsWith('light/');
const isLive = ({ bridge, payload }: FlowMessage): boolean =>
  getNestedMember(bridge, 'occasion') !== undefined &&
  getNestedMember(payload, 'mode') === 'stream';

describe('A deploy that leaves the settings of a bridge as they are', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: createWatchingFlow(createBridgeNode(simulator), 'first'),
      credentials: createCredentials(simulator),
    });
    await nodeRed.nextMessage('out', isLive);
    await waitUntil('every node to be settled', () =>
      ['poll', 'status', 'button'].every((id) =>
        nodeRed.observations.some(
          (seen) => seen.kind === 'status' && seen.node === id && seen.status['fill'] === 'green',
        ),
      ),
    );
    // Ends the first reads of those nodes that are still on their way.
    await nodeRed.deploy(createWatchingFlow(createBridgeNode(simulator), 'second'), 'full');
    await nodeRed.nextMessage('out', isFromLamps);
    await nodeRed.nextMessage('out', isLive);
  });
  after(async () => {
    await nodeRed.stop();
    await waitUntil('the end of every connection', () => simulator.connectionCount() === 0);
    await simulator.stop();
  });

  for (const kind of ['full', 'nodes', 'flows'] as const) {
    it(`keeps the connection and the state: new nodes begin without asking the bridge, with "${kind}"`, async () => {
      const requests = simulator.requests.length;
      await nodeRed.deploy(createWatchingFlow(createBridgeNode(simulator), kind), kind);
      const first = await nodeRed.nextMessage('out', isFromLamps);
      const status = await nodeRed.nextMessage('out', isLive);
      assert.equal(getNestedMember(first['bridge'], 'occasion'), 'start');
      assert.equal(getNestedMember(status['bridge'], 'occasion'), 'start');
      assert.equal(getNestedMember(status['payload'], 'connected'), true);

      const before = getNestedMember(simulator.home.get(lamp), 'dimming', 'brightness');
      const brightness = Number(before) > 50 ? 20 : 80;
      simulator.home.change(lamp, { dimming: { brightness } });
      const change = await nodeRed.nextMessage(
        'out',
        ({ bridge }) => getNestedMember(bridge, 'occasion') === 'changed',
      );
      assert.equal(getNestedMember(change['bridge'], 'cause'), 'stream');
      assert.deepEqual(
        simulator.requests.slice(requests).map(({ method, path }) => `${method} ${path}`),
        [],
      );
    });
  }

  it('sends the first messages of its nodes also to a node that Node-RED creates last', async () => {
    const createLongFlow = (name: string): FlowNode[] => [
      createBridgeNode(simulator),
      { id: 'tab', type: 'tab', label: name },
      createNode('sun', 'bridge-sun', { fromType: 'time', from: '00:00', to: '23:59' }),
      createNode('status', 'bridge-status'),
      createNode('poll', 'bridge-poll', { rtype: 'light', interval: '5', emitAtStart: true }),
      ...Array.from({ length: 100 }, (_, index) => createFlowNode(`${index}`, 'debug')),
      createFlowNode('out', 'debug', { active: false }),
    ];
    for (const name of ['long', 'long again']) {
      await nodeRed.deploy(createLongFlow(name), 'full');
      await nodeRed.nextMessage('out', ({ topic }) => topic === 'sun');
      await nodeRed.nextMessage('out', isLive);
      await nodeRed.nextMessage('out', isFromLamps);
    }
  });

  it('has another client as soon as a setting is another', async () => {
    const requests = simulator.requests.length;
    const bridge = createBridgeNode(simulator, { lampsPerSecond: '50' });
    await nodeRed.deploy(createWatchingFlow(bridge, 'other rate'));
    await nodeRed.nextMessage('out', isLive);
    assert.ok(simulator.requests.length > requests);
    assert.equal(simulator.requests.filter(({ path }) => path.includes('eventstream')).length, 2);
  });
});
