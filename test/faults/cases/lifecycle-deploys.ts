import assert from 'node:assert/strict';
import type { FlowNode } from '../../../scripts/user-directory';
import type { Simulator } from '../../../src/simulator';
import type { FaultCase } from '../fault-case';
import { FlowTrial } from '../support/flow-trial';
import type { Completion } from '../support/flow-trial';
import { lampsOf } from '../support/live-home';
import type { DeployType } from '../support/node-red-here';
import { growth, listenersOf, openThings } from '../support/open-things';
import { bridgeNode, credentialsOf, flowOf, node, palette, quickPace } from '../support/palette';
import type { Trial } from '../support/trial';
import { pass } from '../support/wait';
import { until } from '../../support/until';

export const deployCases: readonly FaultCase[] = [
  {
    number: 49,
    title: 'Deploys of each kind while commands are under way; disabled nodes, subflows',
    bound: 'sockets, timers and listeners return to where they were, every message is answered',
    run: manyDeploys,
  },
];

const subflow: readonly FlowNode[] = [
  {
    id: 'sub',
    type: 'subflow',
    name: 'Inside',
    in: [{ x: 1, y: 1, wires: [{ id: 'inner' }] }],
    out: [{ x: 1, y: 1, wires: [{ id: 'inner', port: 0 }] }],
  },
  node('inner', 'bridge-light', { z: 'sub', wires: [[]] }),
];

/** A flow that differs from deploy to deploy, so that each kind of deploy stops and starts something. */
function flowFor(simulator: Simulator, round: number): readonly FlowNode[] {
  const bridge = bridgeNode(simulator, { ...quickPace, name: `Bridge ${Math.floor(round / 3)}` });
  const changing = palette.map((one) =>
    one.type === 'bridge-poll' || one.type === 'bridge-light'
      ? { ...one, name: `${one.id} ${round}` }
      : one,
  );
  const further = [
    node('disabled', 'bridge-light', { d: round % 2 === 0 }),
    node('poll-rooms', 'bridge-poll', { rtype: 'room', interval: '1', emit: 'poll' }),
    { id: 'feed', type: 'change', z: 'tab', rules: [], wires: [['instance']] },
    { id: 'instance', type: 'subflow:sub', z: 'tab', wires: [['out']], name: `${round % 5}` },
  ];
  return [...subflow, ...flowOf(bridge, [...changing, ...further])];
}

const deployTypes: readonly DeployType[] = ['full', 'nodes', 'flows'];

async function manyDeploys(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  simulator.faults.answer({ delay: 15 });
  const flow = await FlowTrial.start(trial);
  await flow.deploy(flowFor(simulator, 0), credentialsOf(trial));
  await flow.deploy([], {});
  const before = await look(flow);

  const count = trial.choose(10, 200);
  const answers: Promise<Completion>[] = [];
  let given = 0;
  for (const type of deployTypes) {
    await flow.deploy(flowFor(simulator, 0), credentialsOf(trial));
    for (let round = 1; round <= count; round += 1) {
      answers.push(...giveAll(flow, simulator));
      given = answers.length;
      await pass(round % 4 === 0 ? 30 : 0);
      await flow.deploy(flowFor(simulator, round), undefined, type);
    }
    trial.note(`${count} deploys of kind "${type}"`);
  }
  await flow.deploy([], {});
  const requests = simulator.requests.length;
  const codes = (await Promise.all(answers)).map(({ error }) =>
    error instanceof Error && 'code' in error ? error.code : 'done',
  );
  trial.tally('messages answered', codes.length, given);
  trial.note(`${codes.filter((code) => code === 'ERR_BRIDGE_CLOSED').length} of them by the close`);
  await until('the connections to end', () => simulator.connections() === 0);
  const after = await look(flow);
  await pass(300);
  trial.atMost('requests after the close', simulator.requests.length - requests, 0);
  trial.atMost('listeners more than before', after.listeners - before.listeners, 0);
  assert.equal(growth(before.open, after.open), undefined);
  trial.note('sockets and timers as before');
  trial.atMost('longest stop of the nodes', flow.longestStop, 2_000, ' ms');
}

function giveAll(flow: FlowTrial, simulator: Simulator): Promise<Completion>[] {
  const lamps = lampsOf(simulator);
  const writes = lamps
    .slice(0, 8)
    .map((target, index) => flow.give('light', { payload: index * 10, target }));
  const reads = ['room', 'scene', 'resource'].map((id) =>
    flow.give(id, { operation: 'list', rtype: 'light', payload: {} }),
  );
  flow.here.send('feed', { payload: 'toggle', target: lamps[9] });
  return [...writes, ...reads, flow.give('poll', {}), flow.give('sensor', { payload: true })];
}

async function look(flow: FlowTrial): Promise<{ open: Map<string, number>; listeners: number }> {
  const { red } = flow.here;
  // Sockets and timers that were ended need a turn to go.
  await pass(250);
  return {
    open: openThings(),
    listeners: listenersOf(red.events) + listenersOf(process),
  };
}
