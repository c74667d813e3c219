import assert from 'node:assert/strict';
import type { FlowNode } from '../../../../scripts/node-red/user-directory';
import type { Simulator } from '../../../../src/simulator';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import type { NodeCompletion } from '../../support/node-red/flow-under-test';
import { findDimmableLampIds } from '../../support/client-harness';
import type { DeployType } from '../../support/node-red/shared-node-red';
import {
  describeGrowth,
  countListeners,
  countActiveResources,
} from '../../support/checks/active-resources';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  paletteNodes,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import type { Trial } from '../../support/trial';
import { pause } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

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
  createNode('inner', 'bridge-light', { z: 'sub', wires: [[]] }),
];

/** A flow that differs from deploy to deploy, so that each kind of deploy stops and starts something. */
function createFlowForRound(simulator: Simulator, round: number): readonly FlowNode[] {
  const bridge = createBridgeNode(simulator, {
    ...unthrottledSettings,
    name: `Bridge ${Math.floor(round / 3)}`,
  });
  const changing = paletteNodes.map((one) =>
    one.type === 'bridge-poll' || one.type === 'bridge-light'
      ? { ...one, name: `${one.id} ${round}` }
      : one,
  );
  const further = [
    createNode('disabled', 'bridge-light', { d: round % 2 === 0 }),
    createNode('poll-rooms', 'bridge-poll', { rtype: 'room', interval: '1', emit: 'poll' }),
    { id: 'feed', type: 'change', z: 'tab', rules: [], wires: [['instance']] },
    { id: 'instance', type: 'subflow:sub', z: 'tab', wires: [['out']], name: `${round % 5}` },
  ];
  return [...subflow, ...createFlow(bridge, [...changing, ...further])];
}

/** Messages that `sendAll` sends and waits for. */
const messagesPerRound = 13;

const deployTypes: readonly DeployType[] = ['full', 'nodes', 'flows'];

async function manyDeploys(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  simulator.faults.inject({ delay: 15 });
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlowForRound(simulator, 0), createCredentials(trial));
  await flow.deploy([], {});
  const before = await takeSnapshot(flow);

  const count = trial.chooseByMode(10, 200);
  const answers: Promise<NodeCompletion>[] = [];
  for (const type of deployTypes) {
    await flow.deploy(createFlowForRound(simulator, 0), createCredentials(trial));
    for (let round = 1; round <= count; round += 1) {
      answers.push(...sendAll(flow, simulator));
      await pause(round % 4 === 0 ? 30 : 0);
      await flow.deploy(createFlowForRound(simulator, round), undefined, type);
    }
    trial.note(`${count} deploys of kind "${type}"`);
  }
  await flow.deploy([], {});
  const requests = simulator.requests.length;
  const codes = (await Promise.all(answers)).map(({ error }) =>
    error instanceof Error && 'code' in error ? error.code : 'done',
  );
  const sentCount = deployTypes.length * count * messagesPerRound;
  trial.tally('messages answered', flow.answeredOnceCount, sentCount);
  trial.note(`${codes.filter((code) => code === 'ERR_BRIDGE_CLOSED').length} of them by the close`);
  await waitUntil('the connections to end', () => simulator.connectionCount() === 0);
  const after = await takeSnapshot(flow);
  await pause(300);
  trial.atMost('requests after the close', simulator.requests.length - requests, 0);
  trial.atMost('listeners more than before', after.listeners - before.listeners, 0);
  assert.equal(describeGrowth(before.open, after.open), undefined);
  trial.note('sockets and timers as before');
  trial.atMost('longest stop of the nodes', flow.longestStop, 2_000, ' ms');
}

function sendAll(flow: FlowUnderTest, simulator: Simulator): Promise<NodeCompletion>[] {
  const lamps = findDimmableLampIds(simulator);
  const writes = lamps
    .slice(0, 8)
    .map((target, index) => flow.sendAndWait('light', { payload: index * 10, target }));
  const reads = ['room', 'scene', 'resource'].map((id) =>
    flow.sendAndWait(id, { operation: 'list', rtype: 'light', payload: {} }),
  );
  flow.nodeRed.send('feed', { payload: 'toggle', target: lamps[9] });
  return [
    ...writes,
    ...reads,
    flow.sendAndWait('poll', {}),
    flow.sendAndWait('sensor', { payload: true }),
  ];
}

async function takeSnapshot(
  flow: FlowUnderTest,
): Promise<{ open: Map<string, number>; listeners: number }> {
  const { red } = flow.nodeRed;
  // Closed sockets and cleared timers disappear only after a turn of the event loop.
  await pause(250);
  return {
    open: countActiveResources(),
    listeners: countListeners(red.events) + countListeners(process),
  };
}
