import assert from 'node:assert/strict';
import { idOf, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startNodeRed } from '../support/node-red';
import type { FlowNode, RunningNodeRed } from '../support/node-red';
import { until } from '../support/until';
import { bridgeNode, credentialsOf } from './home-flow';

const kinds = ['full', 'nodes', 'flows'] as const;
const deploysOfEachKind = 5;
const messagesUnderWay = 6;

const nodesOf = (round: number): FlowNode[] => [
  { id: 'tab', type: 'tab', label: `Round ${round}` },
  {
    id: 'lamp',
    type: 'bridge-light',
    z: 'tab',
    x: 0,
    y: 0,
    name: `Round ${round}`,
    bridge: 'bridge',
    target: idOf('light/living-floor'),
    wires: [],
  },
  {
    id: 'watch',
    type: 'bridge-poll',
    z: 'tab',
    x: 0,
    y: 0,
    name: `Round ${round}`,
    bridge: 'bridge',
    rtype: 'light',
    interval: '1',
    wires: [],
  },
];

describe('Deploying while commands are under way', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;
  before(async () => {
    simulator = await startSimulator();
    nodeRed = await startNodeRed({
      flows: [bridgeNode(simulator), ...nodesOf(0)],
      credentials: credentialsOf(simulator),
    });
  });
  after(async () => {
    await nodeRed.stop();
    await until('the end of every connection', () => simulator.connections() === 0);
    await simulator.stop();
  });

  const endsOf = (node: string): number =>
    nodeRed.observations.filter((seen) => seen.kind === 'completion' && seen.node === node).length;

  for (const kind of kinds) {
    it(`answers every message once, with "${kind}" deploys`, async () => {
      const before = endsOf('lamp');
      for (let round = 1; round <= deploysOfEachKind; round += 1) {
        for (let message = 1; message <= messagesUnderWay; message += 1) {
          nodeRed.send('lamp', { payload: { brightness: message + round } });
        }
        const name = kind === 'full' ? '' : `${kind} ${round}`;
        await nodeRed.deploy([bridgeNode(simulator, { name }), ...nodesOf(round)], kind);
      }
      nodeRed.send('lamp', { payload: true, last: true });
      let last = false;
      while (!last) {
        const seen = await nodeRed.completion('lamp').catch((error: unknown) => {
          assert.match(String(error), /BRIDGE_CLOSED|stopped|closed/i);
          return {};
        });
        last = 'last' in seen;
      }
      assert.equal(endsOf('lamp') - before, deploysOfEachKind * messagesUnderWay + 1);
    });
  }

  it('leaves no connection behind but those of the nodes that run', () => {
    assert.ok(simulator.connections() <= 4, String(simulator.connections()));
  });

  it('works inside subflows, beside nodes that are disabled', async () => {
    const [tab, lamp] = nodesOf(0);
    assert.ok(tab && lamp);
    const out = [{ wires: [{ id: 'inner', port: 0 }] }];
    await nodeRed.deploy([
      bridgeNode(simulator),
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

    const { payload } = await nodeRed.arrival('end');
    assert.deepEqual(payload, { rid: lamp['target'], rtype: 'light' });
  });

  for (const kind of kinds) {
    it(`goes on with a bridge that a subflow is told by a property, after "${kind}" deploys`, async () => {
      const [tab, lamp, watch] = nodesOf(0);
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
      await nodeRed.deploy([bridgeNode(simulator), ...nodes]);
      await nodeRed.deploy([bridgeNode(simulator, { name: `Again, ${kind}` }), ...nodes], kind);
      for (const id of ['use-lamp', 'use-watch', 'use-stands']) {
        nodeRed.send(id, { payload: true });
        await nodeRed.completion(id);
      }
    });
  }
});
