import assert from 'node:assert/strict';
import helper from 'node-red-node-test-helper';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { getNestedMember } from '../../../src/resources/members';
import { createCommandNode } from '../../../src/runtime/command-node';
import type { ActionNodeDef, TargetParams } from '../../../src/runtime/command-node';
import { registerCommandNode, registerNode } from '../../../src/runtime/node';
import { createStatusNode } from '../../../src/runtime/nodes/status';
import { createButtonNode } from '../../../src/runtime/nodes/button';
import { createPollNode } from '../../../src/runtime/nodes/poll';
import { registerBridgeNode } from '../../../src/runtime/bridge/bridge-node';
import { requireBridgeSession } from '../../../src/runtime/bridge/deployed';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { countOpen } from '../../support/count-open';
import { createDeferred } from '../../support/deferred';
import {
  createBridgeNode,
  createCredentials,
  startFlowHarness,
} from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { loadFlow } from '../../support/node-red/flow-in-process';
import type { LoadedFlow } from '../../support/node-red/flow-in-process';
import { waitUntil } from '../../support/wait-until';
import { evaluateTarget } from '../../../src/runtime/target';

const lamp = createFixtureId('light/living-floor');

const nodes: Readonly<Record<string, object>> = {
  'bridge-light': { target: lamp },
  'bridge-room': { operation: 'list' },
  'bridge-scene': { operation: 'list' },
  'bridge-smart-scene': { operation: 'list' },
  'bridge-automation': { changes: true },
  'bridge-speaker': { operation: 'get' },
  'bridge-sensor': {},
  'bridge-resource': { operation: 'list', rtype: 'light' },
  'bridge-poll': { rtype: 'light', emit: 'change', connectionMessages: true },
  'bridge-button': { wires: [['pressed']] },
  'bridge-status': {},
  'bridge-mqtt': {},
  'bridge-sun': {},
  'bridge-backup': {},
  'bridge-daylight': { target: lamp, follow: 'table', table: '12:00 5000' },
};
const types = Object.keys(nodes);

const report = { updated: '2026-11-20T10:00:00.000Z', event: 'initial_press' };
const press = { button: { last_event: report.event, button_report: report } };

describe('Nodes that are closed while their bridge lives on', () => {
  let harness: FlowHarness;
  const countListeners = (): number => helper._RED.events.listenerCount('flows:started');
  const countStreams = (): number => harness.simulator.events.connectionCount;
  before(async () => {
    harness = await startFlowHarness([
      ...types.map((type) => ({ id: type, type, ...nodes[type] })),
      { id: 'witness', type: 'bridge-poll', rtype: 'light', wires: [['seen']] },
      { id: 'seen', type: 'helper', wires: [] },
      { id: 'pressed', type: 'helper', wires: [] },
    ]);
    for (const type of types) await harness.nextStatus(type);
    await waitUntil('the event stream', () => countStreams() === 1);
    // The message of the status node: it comes once it is connected, and again once changes are pushed.
    await harness.nextMessage('out', ({ status }) => getNestedMember(status, 'mode') === 'stream');
    await harness.nextStatus('witness', ({ fill }) => fill === 'green');
    // The MQTT node publishes a press once it has announced the home.
    await harness.nextMessage('out', ({ topic }) =>
      /^homeassistant\/.*\/config$/.test(String(topic)),
    );
  });
  after(() => harness.stop());

  it('show nothing and send nothing any more', async () => {
    // Each of these is about to write a status.
    for (const type of types) harness.send(type, {});
    harness.simulator.home.change(createFixtureId('button/living-dimmer'), press);
    await harness.nextMessage('pressed');
    await harness.nextMessage('out', ({ topic }) => /\/button\/.*\/state$/.test(String(topic)));
    await Promise.all(types.map(async (type) => helper.getNode(type)?.close(true)));
    const seen = harness.observations.length;
    harness.simulator.home.change(lamp, { dimming: { brightness: 12 } });
    await harness.nextMessage('seen');
    harness.simulator.faults.inject({ status: 403 });
    harness.send('witness', {});
    await harness.nextStatus('witness', ({ fill }) => fill === 'red');
    harness.simulator.faults.clear();
    // Nodes write their statuses at intervals: by two more of the witness, a closed one would have written, too.
    harness.send('witness', {});
    await harness.nextStatus('witness', ({ fill }) => fill === 'green');
    harness.simulator.faults.inject({ status: 403 });
    harness.send('witness', {});
    await harness.nextStatus('witness', ({ fill }) => fill === 'red');
    harness.simulator.faults.clear();
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

const registrations: Readonly<Record<string, (RED: NodeAPI, type: string) => void>> = {
  'bridge-poll': (RED, type) =>
    registerNode(RED, { type, whenReplaced: 'repeat', load: async () => createPollNode }),
  'bridge-button': (RED, type) =>
    registerNode(RED, { type, whenReplaced: 'repeat', load: async () => createButtonNode }),
  'bridge-status': (RED, type) =>
    registerNode(RED, { type, whenReplaced: 'repeat', load: async () => createStatusNode }),
  'bridge-action': (RED, type) =>
    registerCommandNode(RED, {
      type,
      load: async () =>
        createCommandNode({
          parseParams: (evaluator) => ({ target: evaluateTarget(evaluator, {}) }),
          execute: () => Promise.reject(new Error('Nothing asks for it.')),
        }),
    }),
};

describe('A node that is closed', () => {
  let simulator: Simulator;
  let flow: LoadedFlow | undefined;
  beforeEach(async () => {
    simulator = await startSimulator();
  });
  afterEach(async () => {
    await flow?.unload();
    flow = undefined;
    await simulator.stop();
  });

  for (const [type, register] of Object.entries(registrations)) {
    it(`ends all that it began at its bridge: ${type}`, async () => {
      let counts: ReturnType<typeof countOpen> | undefined;
      const registerCounter = (RED: NodeAPI): void =>
        RED.nodes.registerType('counter', function construct(this: Node, def: NodeDef) {
          RED.nodes.createNode(this, def);
          const session = requireBridgeSession(RED, 'bridge');
          const open = session.open.bind(session);
          session.open = async () => {
            const bridge = await open();
            counts ??= countOpen(bridge.client);
            return bridge;
          };
        });
      flow = await loadFlow(
        [
          createBridgeNode(simulator),
          { id: 'opened', type: 'counter', bridge: 'bridge' },
          { id: 'node', type, bridge: 'bridge', rtype: 'light', wires: [] },
        ],
        createCredentials(simulator),
        [
          (RED: NodeAPI) => registerBridgeNode(RED, 'bridge-config'),
          registerCounter,
          (RED: NodeAPI) => register(RED, type),
        ],
      );
      await waitUntil('what the node begins', () =>
        Boolean(
          counts?.subscriptions.open && (counts.watches.open > 0 || type === 'bridge-action'),
        ),
      );
      await helper.getNode('node')?.close(true);
      const countAll = (): number | undefined =>
        counts && counts.subscriptions.open + counts.watches.open;
      await waitUntil('the end of all that', () => countAll() === 0);
    });
  }

  it('ends what it began on another bridge, also where it could not begin on its own', async () => {
    const another = createFixtureId('light/sofa-right');
    const begun = createDeferred();
    let stops = 0;
    const registerSource = (RED: NodeAPI): void =>
      registerCommandNode(RED, {
        type: 'source',
        load: async () =>
          createCommandNode<ActionNodeDef, TargetParams>({
            parseParams: (evaluator) => ({ target: evaluateTarget(evaluator, {}) }),
            execute: () => Promise.reject(new Error('Nothing asks for it.')),
            async start({ target }) {
              if (target === another) {
                begun.resolve();
                return { stop: () => void (stops += 1) };
              }
              await begun.promise;
              throw new Error('Its own bridge has no such lamp.');
            },
          }),
      });
    const bridge = createBridgeNode(simulator);
    const { key } = simulator;
    flow = await loadFlow(
      [
        bridge,
        { ...bridge, id: 'other', name: 'Other' },
        {
          id: 'node',
          type: 'source',
          bridge: 'bridge',
          target: `${another},${lamp}`,
          targetType: 'resource',
          targetBridges: ['other', ''],
          wires: [],
        },
      ],
      { bridge: { key }, other: { key } },
      [(RED: NodeAPI) => registerBridgeNode(RED, 'bridge-config'), registerSource],
    );
    await waitUntil('the end on the other bridge', () => stops === 1);
  });

  it('carries out no message that still reaches it, and says so', async () => {
    const harness = await startFlowHarness(
      [
        { id: 'light', type: 'bridge-light', target: lamp },
        { id: 'any', type: 'bridge-light', target: lamp, bridge: '', bridgeFromMessage: true },
      ],
      { simulator },
    );
    flow = harness;
    await harness.nextStatus('light', ({ fill }) => fill !== 'grey');
    const ids = ['light', 'any'];
    const closing = ids.map(async (id) => helper.getNode(id)?.close(true));
    // Node-RED still hands out messages in the turn in which it closes a node.
    for (const id of ids)
      for (const payload of [true, { save: 'as it is' }])
        harness.send(id, { payload, bridge: 'bridge' });
    await Promise.all(closing);
    for (const id of [...ids, ...ids])
      assert.equal((await harness.nextFailure(id)).code, 'ERR_BRIDGE_CLOSED');
    assert.deepEqual(harness.writes(), []);
  });

  it('says of each message whether it was sent, and sends nothing more', async () => {
    const harness = await startFlowHarness([{ id: 'light', type: 'bridge-light', target: lamp }], {
      simulator,
      bridge: { lampsPerSecond: '1' },
    });
    flow = harness;
    await harness.request('light', { payload: true });
    const endFault = simulator.faults.inject({ match: { method: 'PUT' }, delay: 60_000 });
    harness.send('light', { payload: 20 });
    await waitUntil('the request', () => harness.writes().length === 2);
    harness.send('light', { payload: { alert: true } });
    await helper.getNode('light')?.close(true);
    const errors = [await harness.nextFailure('light'), await harness.nextFailure('light')];
    assert.deepEqual(
      errors.map(({ code, cause }) => [code, getNestedMember(cause, 'sent')]),
      [
        ['ERR_BRIDGE_CLOSED', 'maybe'],
        ['ERR_BRIDGE_CLOSED', 'no'],
      ],
    );
    assert.match(errors[1]?.message ?? '', /before this was sent: nothing of it was done\.$/);
    endFault();
    assert.equal(harness.writes().length, 2);
  });
});
