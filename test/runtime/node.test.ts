import assert from 'node:assert/strict';
import helper from 'node-red-node-test-helper';
import type { NodeAPI, Node, NodeDef } from 'node-red';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { createCommandNode } from '../../src/runtime/command-node';
import type { ActionNodeDef, TargetParams } from '../../src/runtime/command-node';
import { registerCommandNode, NodeLifecycle } from '../../src/runtime/node';
import { registerBridgeNode } from '../../src/runtime/bridge/bridge-node';
import { evaluateTarget } from '../../src/runtime/target';
import { getParsedOrThrow } from '../../src/runtime/errors';
import { parseLightCommand } from '../../src/vocabulary/light/command';
import { sendWrite } from '../../src/runtime/requests';
import { createDeferred } from '../support/deferred';
import {
  createBridgeNode,
  createCredentials,
  createFlowNode,
} from '../support/node-red/flow-harness';
import { loadFlow } from '../support/node-red/flow-in-process';
import type { LoadedFlow } from '../support/node-red/flow-in-process';
import { waitUntil } from '../support/wait-until';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { BridgeClient } from '../../src/bridge';
import { getDeployMonitor } from '../../src/runtime/deploy';
import { requireBridgeSession } from '../../src/runtime/bridge/deployed';
import { countOpen } from '../support/count-open';

describe('What an action node sends by itself', () => {
  let simulator: Simulator;
  let flow: LoadedFlow;
  let begun: ReturnType<typeof createDeferred>;
  let started: ReturnType<typeof createDeferred>;
  let stops: number;
  let startedNodes: string[];
  const register = (RED: NodeAPI): void =>
    registerCommandNode(RED, {
      type: 'source',
      load: async () =>
        createCommandNode<ActionNodeDef & { changes?: boolean }, TargetParams>({
          parseParams: (evaluator) => ({ target: evaluateTarget(evaluator, {}) }),
          execute: () => Promise.reject(new Error('Nothing asks for it.')),
          isStartNeeded: ({ changes }) => changes === true,
          async start({ id }) {
            startedNodes.push(id);
            begun.resolve();
            await started.promise;
            return { stop: () => void (stops += 1) };
          },
        }),
    });
  beforeEach(async () => {
    begun = createDeferred();
    started = createDeferred();
    stops = 0;
    startedNodes = [];
    simulator = await startSimulator();
    const node = { type: 'source', bridge: 'bridge', wires: [] };
    flow = await loadFlow(
      [
        createBridgeNode(simulator),
        { ...node, id: 'silent' },
        { ...node, id: 'node', changes: true },
      ],
      createCredentials(simulator),
      [(RED: NodeAPI) => registerBridgeNode(RED, 'bridge-config'), register],
    );
    await begun.promise;
  });
  afterEach(async () => {
    await flow.unload();
    await simulator.stop();
  });

  it('is not started for a node whose settings ask for nothing of it', () => {
    assert.deepEqual(startedNodes, ['node']);
  });

  it('ends with the node', async () => {
    started.resolve();
    await started.promise;
    assert.equal(stops, 0);
    await helper.getNode('node')?.close(true);
    await waitUntil('its end', () => stops === 1);
  });

  it('ends as soon as it has started, where the node was closed meanwhile', async () => {
    await helper.getNode('node')?.close(true);
    assert.equal(stops, 0);
    started.resolve();
    await waitUntil('its end', () => stops === 1);
  });
});

describe('A message to a node whose code is still loading', () => {
  it('comes before a later message to another node', async () => {
    const simulator = await startSimulator();
    const floor = createFixtureId('light/living-floor');
    const loading = createDeferred();
    const register =
      (type: string, load: () => Promise<void>, brightness: number) => (RED: NodeAPI) =>
        registerCommandNode(RED, {
          type,
          load: async () => {
            await load();
            return createCommandNode({
              setsLamps: true,
              parseParams: (evaluator) => ({ target: evaluateTarget(evaluator, {}) }),
              async execute(_params, bridge, options) {
                const write = { operation: 'update', rid: floor, rtype: 'light' } as const;
                const command = parseLightCommand({ brightness }, undefined, 'light', {
                  at: 'payload',
                });
                return sendWrite(bridge, write, getParsedOrThrow(command), options);
              },
            });
          },
        });
    const nodes = ['quick', 'slow'].map((type) => createFlowNode(type, type));
    const flow = await loadFlow(
      [createBridgeNode(simulator), ...nodes],
      createCredentials(simulator),
      [
        (RED: NodeAPI) => registerBridgeNode(RED, 'bridge-config'),
        register('slow', () => loading.promise, 20),
        register('quick', async () => undefined, 40),
      ],
    );
    flow.send('quick', {});
    await flow.nextCompletion('quick');
    flow.send('slow', {});
    flow.send('quick', {});
    loading.resolve();
    await flow.nextCompletion('slow');
    await flow.nextCompletion('quick');
    const lamp = simulator.home.get(floor);
    assert.equal(Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness'))), 40);
    await flow.unload();
    await simulator.stop();
  });
});

describe('A node that runs on its bridge', () => {
  let simulator: Simulator;
  let flow: LoadedFlow;
  let chosen: string;
  let starts: number;
  const events = new EventEmitter();
  let RED: NodeAPI;
  const probes = new Map<string, Node>();
  const def = { id: '', type: 'probe', name: '', z: '', bridge: 'bridge' };
  const ids = ['first', 'second', 'third', 'fourth'];
  before(async () => {
    simulator = await startSimulator();
    const bridge = createBridgeNode(simulator);
    const { key } = simulator;
    const credentials = { bridge: { key }, replacement: { key } };
    flow = await loadFlow(
      [bridge, { ...bridge, id: 'replacement' }, ...ids.map((id) => ({ ...def, id }))],
      credentials,
      [
        (api: NodeAPI) => {
          registerBridgeNode(api, 'bridge-config');
          api.nodes.registerType('probe', function construct(this: Node, settings: NodeDef) {
            api.nodes.createNode(this, settings);
            probes.set(this.id, this);
          });
          RED = {
            ...api,
            nodes: { ...api.nodes, getNode: () => api.nodes.getNode(chosen) },
            events,
          };
        },
      ],
    );
  });
  after(async () => {
    await flow.unload();
    await simulator.stop();
  });
  beforeEach(() => {
    chosen = 'bridge';
    starts = 0;
  });

  const openClient = async (id: string): Promise<BridgeClient> => {
    chosen = id;
    const { client } = await requireBridgeSession(RED, id).open();
    return client;
  };
  /** Runs the next node. */
  const run = (): { id: string; stop: () => Promise<void> } => {
    const id = ids.shift() ?? '';
    const node = probes.get(id);
    assert.ok(node !== undefined);
    new NodeLifecycle(RED, node, def, {
      whenReplaced: 'repeat',
      load: () =>
        Promise.resolve(() => ({
          start() {
            starts += 1;
            return Promise.resolve({ stop: () => undefined });
          },
        })),
    }).run();
    return { id, stop: () => node.close(true) };
  };
  const countListeners = (): number => events.listenerCount('flows:started');

  it('listens to the connection, and leaves no listener behind when it stops', async () => {
    const count = countOpen(await openClient('bridge')).subscriptions;
    // It listens as long as the process runs.
    getDeployMonitor(events);
    const listeners = countListeners();
    const { stop } = run();
    await waitUntil('the start', () => starts === 1);
    assert.equal(count.open, 1, 'subscriptions while it runs');
    assert.equal(countListeners(), listeners + 1, 'listeners for deploys while it runs');
    await stop();
    await waitUntil('the end of the subscription', () => count.open === 0);
    assert.equal(countListeners(), listeners, 'listeners for deploys after the stop');
  });

  it('subscribes to nothing when it stops before the bridge is open', async () => {
    const count = countOpen(await openClient('bridge')).subscriptions;
    await run().stop();
    await setImmediate();
    assert.equal(count.begun, 0, 'subscriptions after the stop');
    assert.equal(starts, 0);
  });

  it('follows the bridge that a deploy puts in its place, and no longer the one before', async () => {
    const later = countOpen(await openClient('replacement')).subscriptions;
    const earlier = countOpen(await openClient('bridge')).subscriptions;
    const { stop } = run();
    await waitUntil('the first subscription', () => earlier.open === 1);
    events.emit('flows:started');
    await setImmediate();
    assert.equal(earlier.begun, 1, 'subscriptions after a deploy that left the bridge alone');
    chosen = 'replacement';
    events.emit('flows:started');
    await waitUntil('the second subscription', () => later.open === 1);
    await waitUntil('the end of the first subscription', () => earlier.open === 0);
    events.emit('flows:started');
    await setImmediate();
    assert.equal(later.begun, 1, 'subscriptions after a deploy that left its replacement alone');
    await stop();
    await waitUntil('the end of the second subscription', () => later.open === 0);
  });

  it('says so when the bridge is gone with a deploy', async () => {
    await openClient('bridge');
    const { id, stop } = run();
    await waitUntil('the start', () => starts === 1);
    chosen = 'nothing';
    events.emit('flows:started');
    await flow.nextLog(id, (text) => text.includes('missing, disabled or not deployed'));
    await stop();
  });
});
