import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { NodeAPI } from 'node-red';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import type { BridgeClient, ConnectionState } from '../../../src/bridge';
import { runOnBridges } from '../../../src/runtime/watch/run-on-bridges';
import { registerBridgeNode, requireBridgeSession } from '../../../src/runtime/bridge/bridge-node';
import { countOpen } from '../../support/count-open';
import { createBridgeNode } from '../../support/node-red/flow-harness';
import { loadFlow } from '../../support/node-red/flow-in-process';
import type { LoadedFlow } from '../../support/node-red/flow-in-process';
import { waitUntil } from '../../support/wait-until';

describe('A node that runs on its bridge', () => {
  let simulator: Simulator;
  let flow: LoadedFlow;
  let chosen: string;
  let states: string[];
  const events = new EventEmitter();
  let RED: NodeAPI;
  before(async () => {
    simulator = await startSimulator();
    const bridge = createBridgeNode(simulator);
    const { key } = simulator;
    const credentials = { bridge: { key }, replacement: { key } };
    flow = await loadFlow([bridge, { ...bridge, id: 'replacement' }], credentials, [
      (api: NodeAPI) => {
        registerBridgeNode(api, 'bridge-config');
        RED = { ...api, nodes: { ...api.nodes, getNode: () => api.nodes.getNode(chosen) }, events };
      },
    ]);
  });
  after(async () => {
    await flow.unload();
    await simulator.stop();
  });
  beforeEach(() => {
    chosen = 'bridge';
    states = [];
  });

  const openClient = async (id: string): Promise<BridgeClient> => {
    chosen = id;
    const { client } = await requireBridgeSession(RED, id).open();
    return client;
  };
  const run = (): (() => void) => {
    const ignore = (): void => undefined;
    const status = {
      setConnection: ({ kind }: ConnectionState) => states.push(kind),
      report: (error: Error) => states.push(error.message),
      forgetConnection: ignore,
      setLasting: ignore,
      setTemporary: ignore,
      refresh: ignore,
    };
    const node = RED.nodes.getNode(chosen);
    const load = async () => async () => Promise.resolve(undefined);
    const supervisor = runOnBridges({ RED, node, status }, { bridge: 'bridge' }, load);
    return () => supervisor.stop();
  };

  it('is given the present state, and leaves no listener behind when it stops', async () => {
    const count = countOpen(await openClient('bridge')).subscriptions;
    const stop = run();
    await waitUntil('the present state', () => states.length > 0);
    assert.equal(count.open, 1, 'subscriptions while it runs');
    stop();
    await waitUntil('the end of the subscription', () => count.open === 0);
    assert.equal(events.listenerCount('flows:started'), 0, 'listeners for deploys after the stop');
  });

  it('subscribes to nothing when it stops before the bridge is open', async () => {
    const count = countOpen(await openClient('bridge')).subscriptions;
    run()();
    await setImmediate();
    assert.equal(count.begun, 0, 'subscriptions after the stop');
    assert.deepEqual(states, []);
  });

  it('follows the bridge that a deploy puts in its place, and no longer the one before', async () => {
    const later = countOpen(await openClient('replacement')).subscriptions;
    const earlier = countOpen(await openClient('bridge')).subscriptions;
    const stop = run();
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
    stop();
    await waitUntil('the end of the second subscription', () => later.open === 0);
  });

  it('says so when the bridge is gone with a deploy', async () => {
    await openClient('bridge');
    const stop = run();
    await waitUntil('the present state', () => states.length > 0);
    chosen = 'nothing';
    events.emit('flows:started');
    await waitUntil('the error', () =>
      /missing, disabled or not deployed/.test(states.at(-1) ?? ''),
    );
    stop();
  });
});
