import assert from 'node:assert/strict';
import helper from 'node-red-node-test-helper';
import type { NodeAPI } from 'node-red';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createCommandNode } from '../../../src/runtime/command-node';
import { registerCommandNode } from '../../../src/runtime/node';
import { registerBridgeNode } from '../../../src/runtime/bridge/bridge-node';
import { evaluateTarget } from '../../../src/runtime/target';
import { createDeferred } from '../../support/deferred';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { loadFlow } from '../../support/node-red/flow-in-process';
import type { LoadedFlow } from '../../support/node-red/flow-in-process';
import { waitUntil } from '../../support/wait-until';

describe('What an action node sends by itself', () => {
  let simulator: Simulator;
  let flow: LoadedFlow;
  let begun: ReturnType<typeof createDeferred>;
  let started: ReturnType<typeof createDeferred>;
  let stops: number;
  const register = (RED: NodeAPI): void =>
    registerCommandNode(RED, {
      type: 'source',
      load: async () =>
        createCommandNode({
          parseParams: (evaluator) => ({ target: evaluateTarget(evaluator, {}) }),
          execute: () => Promise.reject(new Error('Nothing asks for it.')),
          async start() {
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
    simulator = await startSimulator();
    flow = await loadFlow(
      [createBridgeNode(simulator), { id: 'node', type: 'source', bridge: 'bridge', wires: [] }],
      createCredentials(simulator),
      [(RED: NodeAPI) => registerBridgeNode(RED, 'bridge-config'), register],
    );
    await begun.promise;
  });
  afterEach(async () => {
    await flow.unload();
    await simulator.stop();
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
