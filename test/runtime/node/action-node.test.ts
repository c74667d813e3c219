import assert from 'node:assert/strict';
import helper from 'node-red-node-test-helper';
import type { NodeAPI } from 'node-red';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createCommandNode } from '../../../src/runtime/command-node';
import { registerCommandNode } from '../../../src/runtime/node';
import { registerBridgeNode } from '../../../src/runtime/bridge/bridge-node';
import { evaluateTarget } from '../../../src/runtime/target';
import { getParsedOrThrow } from '../../../src/runtime/errors';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { sendWrite } from '../../../src/runtime/requests';
import { createDeferred } from '../../support/deferred';
import {
  createBridgeNode,
  createCredentials,
  createFlowNode,
} from '../../support/node-red/flow-harness';
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
