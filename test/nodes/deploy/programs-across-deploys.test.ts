import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../../src/resources';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';
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

describe('Lamps of programs whose node does not run any more', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  const flash = {
    play: [
      { color: 'red', brightness: 90, for: '200ms' },
      { brightness: 10, for: '200ms' },
    ],
    repeat: true,
    restore: true,
  };
  const inner = { id: 'inner', type: 'bridge-light', target: lamp, wires: [[]] };
  const createFlow = (): FlowNode[] => [
    createBridgeNode(simulator),
    { id: 'tab', type: 'tab', label: 'Flashes' },
    { id: 'other', type: 'tab', label: 'Stays' },
    { ...inner, id: 'lamp', z: 'tab', x: 0, y: 0, bridge: 'bridge' },
    { id: 'sub', type: 'subflow', name: 'Sub', in: [{ x: 0, y: 0, wires: [{ id: 'inner' }] }] },
    { ...inner, z: 'sub', x: 0, y: 0, bridge: 'bridge' },
    { id: 'instance', type: 'subflow:sub', z: 'tab', x: 0, y: 0, wires: [] },
    { ...inner, id: 'mirror', target: '', z: 'other', x: 0, y: 0, bridge: 'bridge' },
  ];
  const readLamp = (): unknown => {
    const state = simulator.home.get(lamp);
    return [
      getNestedMember(state, 'on', 'on'),
      Math.round(Number(getNestedMember(state, 'dimming', 'brightness'))),
    ];
  };
  const isFlashing = (): boolean => JSON.stringify(readLamp()) !== '[true,50]';

  beforeEach(async () => {
    simulator = await startSimulator({ events: { batch: 0 } });
    simulator.home.change(lamp, { on: { on: true }, dimming: { brightness: 50 } });
    nodeRed = await startNodeRed({
      flows: createFlow(),
      credentials: createCredentials(simulator),
    });
  });
  afterEach(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  const isDisabled =
    (what: string) =>
    (node: FlowNode): FlowNode =>
      node.id === what ? { ...node, d: true, disabled: true } : node;
  const without = (...ids: readonly string[]): FlowNode[] =>
    createFlow().filter(({ id, z }) => !ids.includes(id) && !ids.includes(String(z)));
  for (const [what, node, change] of [
    ['that is disabled', 'lamp', () => createFlow().map(isDisabled('lamp'))],
    ['whose tab is disabled', 'lamp', () => createFlow().map(isDisabled('tab'))],
    ['that is deleted', 'lamp', () => without('lamp')],
    ['in a subflow that is deleted', 'instance', () => without('instance', 'sub')],
    ['whose bridge is deleted', 'lamp', () => without('bridge')],
    ['whose bridge is disabled', 'lamp', () => createFlow().map(isDisabled('bridge'))],
  ] as const)
    for (const type of ['full', 'flows', 'nodes'] as const)
      it(`return to what they were: a node ${what}, by a deploy of ${type}`, async () => {
        nodeRed.send(node, { payload: flash });
        await waitUntil('the flash', isFlashing);
        await nodeRed.deploy(change(), type);
        await waitUntil('the return', () => !isFlashing());
        const { length } = simulator.requests;
        await nodeRed.deploy(change(), 'full');
        const writes = simulator.requests.slice(length).filter(({ method }) => method === 'PUT');
        assert.deepEqual([writes, isFlashing()], [[], false]);
      });
});
