import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../../src/resources';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowNode, NodeRedOptions, RunningNodeRed } from '../../support/node-red/node-red';

const lamp = createFixtureId('light/living-floor');

describe('Programs when flows are deployed, and when Node-RED starts again', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;

  const createFlow = (tabName: string, lampSettings: object = {}): FlowNode[] => {
    const common = { z: 'tab', x: 0, y: 0, bridge: 'bridge', wires: [['out']] };
    return [
      createBridgeNode(simulator),
      { id: 'tab', type: 'tab', label: tabName },
      { ...common, id: 'lamp', type: 'bridge-light', target: lamp, ...lampSettings },
      { ...common, id: 'status', type: 'bridge-status', emit: 'request' },
      { id: 'out', type: 'debug', z: 'tab', x: 0, y: 0, active: false, name: tabName, wires: [] },
    ];
  };
  const settings: NodeRedOptions['settings'] = {
    contextStorage: { default: { module: 'localfilesystem', config: { flushInterval: 1 } } },
  };
  /** Kinds of what runs, as the status node lists it. */
  const listKinds = async (): Promise<readonly unknown[]> => {
    nodeRed.send('status', { payload: 'programs' });
    const { payload } = await nodeRed.nextMessage('out', (seen) => Array.isArray(seen.payload));
    return Array.isArray(payload)
      ? payload.map((program: unknown) => getNestedMember(program, 'kind'))
      : [];
  };
  const start = async (payload: object): Promise<void> => {
    nodeRed.send('lamp', { payload });
    await nodeRed.nextMessage('out', ({ bridge }) => isObject(getNestedMember(bridge, 'program')));
  };

  before(async () => {
    simulator = await startSimulator({ events: { batch: 0 } });
    nodeRed = await startNodeRed({
      flows: createFlow('first'),
      credentials: createCredentials(simulator),
      settings,
    });
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  it('goes on through a deploy that leaves its node as it is', async () => {
    await start({ brightness: 100, transition: '3h' });
    await nodeRed.deploy(createFlow('second'), 'full');
    assert.deepEqual(await listKinds(), ['fade']);
  });

  it('goes on when Node-RED starts again with a context that is kept in files', async () => {
    const { userDirectory } = nodeRed;
    await nodeRed.stop({ keepUserDirectory: true });
    nodeRed = await startNodeRed({ userDirectory, settings });
    assert.deepEqual(await listKinds(), ['fade']);
  });

  it('ends with a deploy that changes the node that began it', async () => {
    await nodeRed.deploy(createFlow('third', { name: 'Another' }), 'nodes');
    assert.deepEqual(await listKinds(), []);
  });
});
