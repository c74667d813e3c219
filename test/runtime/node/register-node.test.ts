import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import type { BridgeClient } from '../../../src/bridge';
import { runNode } from '../../../src/runtime/node';
import { getDeployMonitor } from '../../../src/runtime/deploy';
import { registerBridgeNode } from '../../../src/runtime/bridge/bridge-node';
import { requireBridgeSession } from '../../../src/runtime/bridge/deployed';
import { countOpen } from '../../support/count-open';
import { createBridgeNode } from '../../support/node-red/flow-harness';
import { loadFlow } from '../../support/node-red/flow-in-process';
import type { LoadedFlow } from '../../support/node-red/flow-in-process';
import { waitUntil } from '../../support/wait-until';

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
    runNode(RED, node, def, {
      whenReplaced: 'repeat',
      load: () =>
        Promise.resolve(() => ({
          start() {
            starts += 1;
            return Promise.resolve({ stop: () => undefined });
          },
        })),
    });
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
