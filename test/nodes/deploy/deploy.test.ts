import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';
import {
  createBridgeNode,
  createCredentials,
  createFlowNode,
} from '../../support/node-red/flow-harness';

const kinds = ['full', 'nodes', 'flows'] as const;
const deploysOfEachKind = 5;
const messagesUnderWay = 6;

const createNodes = (round: number): FlowNode[] => [
  { id: 'tab', type: 'tab', label: `Round ${round}` },
  createFlowNode('lamp', 'bridge-light', {
    name: `Round ${round}`,
    target: createFixtureId('light/living-floor'),
  }),
  createFlowNode('watch', 'bridge-poll', { name: `Round ${round}`, rtype: 'light', interval: '1' }),
];

describe('Deploying while commands are under way', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: [createBridgeNode(simulator), ...createNodes(0)],
      credentials: createCredentials(simulator),
    });
  });
  after(async () => {
    await nodeRed.stop();
    await waitUntil('the end of every connection', () => simulator.connectionCount() === 0);
    await simulator.stop();
  });

  const countCompletions = (node: string): number =>
    nodeRed.observations.filter((seen) => seen.kind === 'completion' && seen.node === node).length;

  for (const kind of kinds) {
    it(`carries out and answers every message once, with "${kind}" deploys`, async () => {
      const before = countCompletions('lamp');
      for (let round = 1; round <= deploysOfEachKind; round += 1) {
        for (let message = 1; message <= messagesUnderWay; message += 1) {
          nodeRed.send('lamp', { payload: { brightness: message + round } });
        }
        const name = kind === 'full' ? '' : `${kind} ${round}`;
        await nodeRed.deploy([createBridgeNode(simulator, { name }), ...createNodes(round)], kind);
      }
      nodeRed.send('lamp', { payload: true, last: true });
      let last = false;
      while (!last) {
        const seen = await nodeRed.nextCompletion('lamp');
        last = 'last' in seen;
      }
      assert.equal(countCompletions('lamp') - before, deploysOfEachKind * messagesUnderWay + 1);
    });
  }

  it('leaves no connection behind but those of the nodes that run', () => {
    assert.ok(simulator.connectionCount() <= 4, String(simulator.connectionCount()));
  });

  it('works inside subflows, beside nodes that are disabled', async () => {
    const [tab, lamp] = createNodes(0);
    assert.ok(tab && lamp);
    const out = [{ wires: [{ id: 'inner', port: 0 }] }];
    await nodeRed.deploy([
      createBridgeNode(simulator),
      tab,
      { ...lamp, d: true },
      { id: 'sub', type: 'subflow', name: 'Sub', in: [{ wires: [{ id: 'inner' }] }], out },
      { ...lamp, id: 'inner', z: 'sub', x: 0, y: 0, wires: [[]] },
      { id: 'use', type: 'subflow:sub', z: 'tab', x: 0, y: 0, wires: [['end']] },
      {
        id: 'start',
        type: 'function',
        z: 'tab',
        x: 0,
        y: 0,
        func: 'return msg;',
        wires: [['use']],
      },
      { id: 'end', type: 'debug', z: 'tab', x: 0, y: 0, wires: [] },
    ]);
    nodeRed.send('start', { payload: true });

    const { bridge } = await nodeRed.nextMessage('end');
    assert.equal(getNestedMember(bridge, 'rid'), lamp['target']);
  });

  it('goes on to send the changes of a lamp on another bridge, when a deploy replaces only that one', async () => {
    const [tab, lamp] = createNodes(0);
    assert.ok(tab && lamp);
    const floorLamp = createFixtureId('light/living-floor');
    const picked = {
      target: `${floorLamp},${floorLamp}`,
      targetType: 'resource',
      // Node-RED takes a list of one for a reference, and restarts the node itself.
      targetBridges: ['', 'other'],
      changes: 'brightness',
    };
    for (const lampsPerSecond of ['50', '60']) {
      await nodeRed.deploy(
        [
          createBridgeNode(simulator),
          {
            ...createBridgeNode(simulator, { id: 'other', name: 'Other', lampsPerSecond }),
            credentials: { key: simulator.key },
          },
          tab,
          { ...lamp, ...picked, wires: [[], ['end']] },
          { id: 'end', type: 'debug', z: 'tab', x: 0, y: 0, wires: [] },
        ],
        'nodes',
      );
      const brightness = Number(lampsPerSecond) / 2;
      simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness } });
      await nodeRed.nextMessage(
        'end',
        ({ payload, bridge }) =>
          payload === brightness && getNestedMember(bridge, 'bridgeName') === 'Other',
      );
    }
  });

  it('goes on to watch what is on a bridge that a deploy adds, renames, replaces or removes', async () => {
    const [tab] = createNodes(0);
    assert.ok(tab);
    const floorLamp = createFixtureId('light/living-floor');
    const nodes = [
      createBridgeNode(simulator),
      tab,
      createFlowNode('watch', 'bridge-poll', {
        rtype: 'light',
        target: `${floorLamp},${floorLamp}`,
        targetType: 'resource',
        targetBridges: ['', 'added'],
        output: 'dimming.brightness',
        emitAtStart: true,
        wires: [['end']],
      }),
      { id: 'end', type: 'debug', z: 'tab', x: 0, y: 0, wires: [] },
    ];
    for (const [index, other] of [
      undefined,
      { name: 'Added' },
      { name: 'Renamed' },
      { name: 'Renamed', lampsPerSecond: '60' },
      undefined,
    ].entries()) {
      const added =
        other === undefined
          ? []
          : [
              {
                ...createBridgeNode(simulator, { id: 'added', ...other }),
                credentials: { key: simulator.key },
              },
            ];
      await nodeRed.deploy([...added, ...nodes], 'nodes');
      const brightness = 61 + index;
      simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness } });
      await nodeRed.nextMessage(
        'end',
        ({ payload, bridge }) =>
          payload === brightness && getNestedMember(bridge, 'bridgeName') === other?.name,
      );
    }
  });

  it('sends the changes of a lamp on a bridge that a deploy of other nodes adds or renames, and those of its other lamps without it', async () => {
    const [tab, lamp] = createNodes(0);
    assert.ok(tab && lamp);
    const floorLamp = createFixtureId('light/living-floor');
    const nodes = [
      createBridgeNode(simulator),
      tab,
      {
        ...lamp,
        target: `${floorLamp},${floorLamp}`,
        targetType: 'resource',
        targetBridges: ['', 'added'],
        changes: 'brightness',
        wires: [[], ['end']],
      },
      { id: 'end', type: 'debug', z: 'tab', x: 0, y: 0, wires: [] },
    ];
    for (const [index, name] of [undefined, 'Added', 'Renamed'].entries()) {
      const added = {
        ...createBridgeNode(simulator, { id: 'added', name }),
        credentials: { key: simulator.key },
      };
      await nodeRed.deploy(name === undefined ? nodes : [added, ...nodes], 'nodes');
      const brightness = 41 + index;
      simulator.home.change(floorLamp, { on: { on: true }, dimming: { brightness } });
      await nodeRed.nextMessage(
        'end',
        ({ payload, bridge }) =>
          payload === brightness && getNestedMember(bridge, 'bridgeName') === name,
      );
    }
  });

  for (const kind of kinds) {
    it(`goes on with a bridge that a subflow is given by a property, after "${kind}" deploys`, async () => {
      const [tab, lamp, watch] = createNodes(0);
      assert.ok(tab && lamp && watch);
      const inner = { z: 'sub', x: 0, y: 0, bridge: '${BRIDGE}' };
      const bridgeProperty = (value: string): object => ({
        env: [{ name: 'BRIDGE', type: 'bridge-config', value }],
      });
      const nodes: FlowNode[] = [
        tab,
        { id: 'sub', type: 'subflow', name: 'Sub', in: [], out: [], ...bridgeProperty('') },
        { ...lamp, ...inner },
        { ...watch, ...inner, emit: 'poll', wires: [] },
        { id: 'stands', type: 'bridge-status', ...inner, wires: [] },
        { id: 'use', type: 'subflow:sub', z: 'tab', x: 0, y: 0, ...bridgeProperty('bridge') },
      ];
      await nodeRed.deploy([createBridgeNode(simulator), ...nodes]);
      await nodeRed.deploy(
        [createBridgeNode(simulator, { name: `Again, ${kind}` }), ...nodes],
        kind,
      );
      for (const id of ['use-lamp', 'use-watch', 'use-stands']) {
        nodeRed.send(id, { payload: true });
        await nodeRed.nextCompletion(id);
      }
    });
  }
});
