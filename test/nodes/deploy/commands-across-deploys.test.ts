import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import type { Fault } from '../../../src/simulator/fault-injector';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowNode, Observation, RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';

const commandCount = 30;
/** Half of the commands go at once, the other half waits for a second. */
const rate = { lampsPerSecond: String(commandCount / 2) };
/** Nearly all commands wait for longer than a test takes. */
const slowRate = { lampsPerSecond: '1' };
/** Fewer than those after which a client takes the bridge for overloaded. */
const heldLamps = [1, 2, 3, 4, 5, 6, 7, 8];

const makeLampId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** What a deploy changes of a flow. */
interface Changes {
  /** Settings of the bridge node. */
  bridge?: object;
  /** Settings of the node that sends the commands. */
  lamp?: object;
  /** Name of the node behind it. */
  out?: string;
  /** Ids of nodes that are not in the flow. */
  without?: readonly string[];
}

describe('Commands that wait when flows are deployed', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;

  const createFlow = ({ bridge = {}, lamp = {}, out = '', without = [] }: Changes): FlowNode[] => {
    const place = { z: 'tab', x: 0, y: 0 };
    const commands = { ...place, type: 'bridge-light', bridge: 'bridge', wires: [['out']] };
    const nodes: FlowNode[] = [
      createBridgeNode(simulator, { ...rate, ...bridge }),
      { id: 'tab', type: 'tab', label: 'Tab' },
      { ...commands, id: 'lamp', ...lamp },
      { id: 'out', type: 'debug', ...place, active: false, name: out, wires: [] },
      { id: 'complete', type: 'complete', ...place, scope: ['lamp'], wires: [['completed']] },
      { id: 'catch', type: 'catch', ...place, scope: ['lamp'], wires: [['caught']] },
      { id: 'states', type: 'debug', ...place, active: false, wires: [] },
      { id: 'completed', type: 'debug', ...place, active: false, wires: [] },
      { id: 'caught', type: 'debug', ...place, active: false, wires: [] },
      {
        ...commands,
        id: 'poll',
        type: 'bridge-poll',
        rtype: 'light',
        name: out,
        wires: [['states']],
      },
      { id: 'sub', type: 'subflow', name: 'Sub', in: [], out: [] },
      { ...commands, id: 'inner', z: 'sub', wires: [] },
      { id: 'use', type: 'subflow:sub', ...place, wires: [] },
    ];
    return nodes.filter(({ id }) => !without.includes(id));
  };
  const sendAll = (node: string, payload: unknown): void => {
    for (let number = 0; number < commandCount; number += 1) {
      nodeRed.send(node, { payload, target: makeLampId(number) });
    }
  };
  /** What is seen from now on. */
  const observe = (): {
    arrivals(node: string): readonly Observation[];
    /** Codes of the errors of a node; undefined for what ended well. */
    outcomes(node: string): readonly unknown[];
    writes(): readonly string[];
    waitForAll(node: string): Promise<void>;
  } => {
    const [seen, requests] = [nodeRed.observations.length, simulator.requests.at(-1)?.number ?? 0];
    const outcomes = (node: string): unknown[] =>
      nodeRed.observations
        .slice(seen)
        .filter((entry) => entry.kind === 'completion')
        .filter((entry) => entry.node === node)
        .map(({ error }) => error?.code ?? error?.message);
    return {
      outcomes,
      arrivals: (node) =>
        nodeRed.observations
          .slice(seen)
          .filter((entry) => entry.kind === 'arrival' && entry.node === node),
      writes: () =>
        simulator.requests
          .filter(({ number, method }) => number > requests && method === 'PUT')
          .map(({ path }) => path),
      waitForAll: (node) =>
        waitUntil(`the end of all of ${node}`, () => outcomes(node).length >= commandCount),
    };
  };
  const hasBegun = (seen: ReturnType<typeof observe>, node: string): Promise<void> =>
    waitUntil('the first answer', () => seen.outcomes(node).length > 0, { timeout: 30_000 });
  /**
   * Sends all commands, and waits until the bridge has answered the first ones.
   *
   * @param fault of the answers to some others, which the bridge keeps back
   * @returns lets the bridge answer those
   */
  const sendAllAndHoldSome = async (
    seen: ReturnType<typeof observe>,
    node: string,
    payload: unknown,
    fault: Fault = {},
  ): Promise<() => void> => {
    const path = new RegExp(`(${heldLamps.map(makeLampId).join('|')})$`);
    const endDelay = simulator.faults.inject({
      ...fault,
      match: { method: 'PUT', path },
      delay: 60_000,
    });
    sendAll(node, payload);
    await hasBegun(seen, node);
    return endDelay;
  };
  /** Deploys flows, and lets the bridge answer once those before them have been stopped. */
  const deployAround = async (
    endDelay: () => void,
    flows: readonly FlowNode[],
    type?: 'full' | 'nodes' | 'flows',
  ): Promise<void> => {
    const seen = nodeRed.observations.length;
    const deployed = nodeRed.deploy(flows, type);
    await waitUntil('the stop', () =>
      nodeRed.observations.slice(seen).some(({ kind }) => kind === 'stop'),
    );
    endDelay();
    await deployed;
  };
  /** Node-RED deletes the key together with the bridge. */
  const restoreFlow = async (): Promise<void> => {
    simulator.faults.clear();
    await nodeRed.deploy(createFlow({ bridge: { credentials: { key: simulator.key } } }), 'full');
  };

  before(async () => {
    simulator = await startSimulator();
    const lamp = simulator.home.get(createFixtureId('light/living-floor'));
    assert.ok(lamp);
    for (let number = 0; number < commandCount; number += 1) {
      simulator.home.add({ ...structuredClone(lamp), id: makeLampId(number) });
    }
    nodeRed = await startNodeRed({
      flows: createFlow({}),
      credentials: createCredentials(simulator),
    });
    nodeRed.send('lamp', { payload: true, target: makeLampId(0) });
    await nodeRed.nextMessage('completed');
    await nodeRed.nextMessage('out');
  });
  // What a failed test left deployed is no concern of the next one.
  afterEach(async function (this: Mocha.Context) {
    if (this.currentTest?.state === 'failed') await restoreFlow();
  });
  after(async () => {
    await nodeRed.stop();
    await waitUntil('the end of every connection', () => simulator.connectionCount() === 0);
    await simulator.stop();
  });

  const deploys: Readonly<Record<string, ['full' | 'nodes' | 'flows', Changes]>> = {
    'a full deploy of everything': ['full', { bridge: { name: 'New' }, lamp: { name: 'New' } }],
    'modified nodes, another one': ['nodes', { out: 'another' }],
    'modified nodes, this one': ['nodes', { lamp: { name: 'this' } }],
    'modified nodes, the bridge by name': ['nodes', { bridge: { name: 'Other' } }],
    'modified flows': ['flows', { out: 'again another' }],
  };
  for (const [name, [kind, changes]] of Object.entries(deploys)) {
    it(`are sent once each, and answered by the node of the new flow: ${name}`, async () => {
      const seen = observe();
      const endDelay = await sendAllAndHoldSome(seen, 'lamp', { on: true, brightness: 40 });
      await deployAround(endDelay, createFlow(changes), kind);
      await seen.waitForAll('lamp');
      await waitUntil('all messages', () => seen.arrivals('completed').length >= commandCount);

      assert.deepEqual(new Set(seen.outcomes('lamp')), new Set([undefined]));
      assert.equal(seen.outcomes('lamp').length, commandCount);
      assert.equal(seen.arrivals('out').length, commandCount);
      assert.equal(seen.arrivals('completed').length, commandCount);
      assert.equal(new Set(seen.writes()).size, commandCount);
      assert.equal(seen.writes().length, commandCount);
      await nodeRed.nextStatus('lamp', ({ fill }) => fill === 'green');
    });
  }

  it('are sent once each while deploys overlap', async () => {
    const seen = observe();
    const endDelay = await sendAllAndHoldSome(seen, 'lamp', { on: true, brightness: 60 });
    // Node-RED answers before the nodes have started, and takes the next deploy meanwhile.
    const responses = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) =>
        nodeRed.admin('POST', 'flows', createFlow({ lamp: { name }, bridge: { name } })),
      ),
    );
    assert.deepEqual(
      responses.map(({ status }) => status),
      [204, 204, 204, 204],
    );
    endDelay();
    await seen.waitForAll('lamp');
    assert.deepEqual(new Set(seen.outcomes('lamp')), new Set([undefined]));
    assert.equal(seen.writes().length, commandCount);
    await waitUntil('all messages', () => seen.arrivals('out').length >= commandCount);
    assert.equal(seen.arrivals('out').length, commandCount);
  });

  it('report their errors to the Catch node of the new flow', async () => {
    const seen = observe();
    const refusal = { status: 400 };
    const held = sendAllAndHoldSome(seen, 'lamp', true, refusal);
    simulator.faults.inject({ ...refusal, match: { method: 'PUT' } });
    const endDelay = await held;
    await deployAround(endDelay, createFlow({ lamp: { name: 'errors' } }));
    await seen.waitForAll('lamp');
    simulator.faults.clear();
    assert.deepEqual(new Set(seen.outcomes('lamp')), new Set(['ERR_BRIDGE_BAD_REQUEST']));
    await waitUntil('all errors', () => seen.arrivals('caught').length === commandCount);
  });

  it('go on inside a subflow', async () => {
    const seen = observe();
    const endDelay = await sendAllAndHoldSome(seen, 'use-inner', false);
    await deployAround(endDelay, createFlow({ lamp: { name: 'subflow' } }));
    await seen.waitForAll('use-inner');
    assert.deepEqual(new Set(seen.outcomes('use-inner')), new Set([undefined]));
    assert.equal(seen.writes().length, commandCount);
  });

  it('are dropped with the node that asked for them', async () => {
    await nodeRed.deploy(createFlow({ bridge: slowRate }));
    const seen = observe();
    sendAll('lamp', true);
    await hasBegun(seen, 'lamp');
    await nodeRed.deploy(createFlow({ bridge: slowRate, without: ['lamp'] }));
    await seen.waitForAll('lamp');
    assert.deepEqual(new Set(seen.outcomes('lamp')), new Set([undefined, 'ERR_BRIDGE_CLOSED']));
    assert.equal(seen.outcomes('lamp').length, commandCount);
    const sent = seen.writes().length;
    nodeRed.send('use-inner', { payload: true, target: makeLampId(0) });
    await nodeRed.nextCompletion('use-inner');
    assert.equal(seen.writes().length, sent + 1, 'sent for a node that is gone');
    await nodeRed.deploy(createFlow({}));
  });

  const endings: Readonly<Record<string, Changes>> = {
    'settings of the bridge that changed': { bridge: { ...slowRate, othersPerSecond: '7' } },
    'the bridge that was deleted': { without: ['bridge'] },
    'the bridge that was disabled': { bridge: { ...slowRate, d: true } },
  };
  for (const [name, changes] of Object.entries(endings)) {
    it(`end at once with ${name}, and the error reaches the Catch node of the new flow`, async () => {
      await nodeRed.deploy(createFlow({ bridge: slowRate }));
      const seen = observe();
      sendAll('lamp', true);
      await hasBegun(seen, 'lamp');
      await nodeRed.deploy(createFlow({ ...changes, lamp: { name } }));
      await seen.waitForAll('lamp');
      const codes = seen.outcomes('lamp');
      const closed = codes.filter((code) => code === 'ERR_BRIDGE_CLOSED').length;
      assert.deepEqual(new Set(codes), new Set([undefined, 'ERR_BRIDGE_CLOSED']));
      await waitUntil('all errors', () => seen.arrivals('caught').length === closed);
      assert.ok(seen.writes().length < commandCount);
      await restoreFlow();
      await nodeRed.nextStatus('poll', ({ fill }) => fill === 'green');
    });
  }

  it('are no more lost than what a poll node is asked for', async () => {
    const seen = observe();
    simulator.faults.inject({ match: { method: 'GET' }, delay: 300 });
    nodeRed.send('poll', { topic: 'asked' });
    await nodeRed.deploy(createFlow({ out: 'poll' }));
    await waitUntil('the answer', () => seen.outcomes('poll').length > 0);
    simulator.faults.clear();
    assert.deepEqual(seen.outcomes('poll'), [undefined]);
    await waitUntil(
      'the states',
      () => seen.arrivals('states').length >= simulator.home.byType('light').length,
    );
  });
});
