import assert from 'node:assert/strict';
import type { FlowNode } from '../../../../scripts/node-red/user-directory';
import { createFixtureId } from '../../../../src/simulator';
import type { Simulator } from '../../../../src/simulator';
import { waitUntil } from '../../../support/wait-until';
import type { FaultCase } from '../../fault-case';
import {
  countActiveResources,
  countListeners,
  describeGrowth,
} from '../../support/checks/active-resources';
import { makeRid } from '../../support/client-requests';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import type { DeployType } from '../../support/node-red/shared-node-red';
import { pause } from '../../support/timing';
import type { Trial } from '../../support/trial';

export const waitingCommandCases: readonly FaultCase[] = [
  {
    number: 65,
    title: 'Deploys while commands wait, with the settings of the bridge unchanged',
    bound: 'each command is applied once and answered, over one event stream',
    run: waitingCommands,
  },
];

const deployTypes: readonly DeployType[] = ['full', 'nodes', 'flows'];
const commandCount = 30;
/** The simulator takes this name as well as the default one. */
const trafficSettings = { ...unthrottledSettings, keyHeader: 'hue-application-key' };

/** A flow in which everything but the settings of the bridge changes with its name. */
const createNamedFlow = (
  simulator: Simulator,
  name: string,
  settings: object = {},
): readonly FlowNode[] =>
  createFlow(createBridgeNode(simulator, { name, ...settings }), [
    createNode('light', 'bridge-light', { name }),
    createNode('resource', 'bridge-resource', { name, operation: 'update', rtype: 'device' }),
    createNode('poll', 'bridge-poll', { name, rtype: 'light', interval: '5' }),
    createNode('status', 'bridge-status', { name }),
  ]);

const countWrites = ({ requests }: Simulator): number =>
  requests.filter(({ method }) => method === 'PUT').length;

const countStreams = ({ requests }: Simulator): number =>
  requests.filter(({ path }) => path.startsWith('/eventstream')).length;

async function waitingCommands(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  addLamps(simulator);
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createNamedFlow(simulator, 'Before'), createCredentials(trial));
  await flow.deploy([], {});
  // Closed sockets and cleared timers disappear only after a turn of the event loop.
  await pause(250);
  const before = takeSnapshot(flow);
  const streams = countStreams(simulator);

  // In the short form commands wait for answers, in the long one for the usual rate.
  const settings = trial.chooseByMode<object>(unthrottledSettings, {});
  if (trial.mode === 'short') simulator.faults.inject({ match: { method: 'PUT' }, delay: 60 });
  flow.statuses.clear();
  await flow.deploy(createNamedFlow(simulator, 'Start', settings), createCredentials(trial));
  await flow.waitForStatus('status', /push/);
  for (const type of deployTypes) await deployOnce(trial, flow, simulator, type, settings);
  trial.atMost('event streams opened', countStreams(simulator) - streams, 1);

  // Other settings of the bridge: another client, with another stream.
  await flow.deploy(createNamedFlow(simulator, 'Traffic', trafficSettings));
  await waitUntil('another stream', () => countStreams(simulator) > streams + 1);
  await deployUnderTraffic(trial, flow, simulator);

  await flow.deploy([], {});
  await waitUntil('the connections to end', () => simulator.connectionCount() === 0);
  await pause(250);
  const after = takeSnapshot(flow);
  trial.atMost('listeners more than before', after.listeners - before.listeners, 0);
  assert.equal(describeGrowth(before.open, after.open), undefined);
  trial.note('sockets and timers as before');
}

/** Sends each lamp one command, and deploys while most of them wait. */
async function deployOnce(
  trial: Trial,
  flow: FlowUnderTest,
  simulator: Simulator,
  type: DeployType,
  settings: object,
): Promise<void> {
  const writes = countWrites(simulator);
  let answered = 0;
  const answers = Array.from({ length: commandCount }, async (_, number) => {
    await flow.sendOrThrow('light', { payload: { on: true }, target: makeRid(number) });
    answered += 1;
  });
  await waitUntil('the first command', () => countWrites(simulator) > writes);
  const answeredBefore = answered;
  await flow.deploy(createNamedFlow(simulator, `After ${type}`, settings), undefined, type);
  await Promise.all(answers);
  const waited = commandCount - answeredBefore;
  assert.ok(waited > 0, 'no command waited');
  trial.tally(
    `commands applied once and answered ("${type}", ${waited} of them after the deploy)`,
    countWrites(simulator) - writes,
    commandCount,
  );
}

/** Deploys again and again while commands come in that are never merged. */
async function deployUnderTraffic(
  trial: Trial,
  flow: FlowUnderTest,
  simulator: Simulator,
): Promise<void> {
  const [writes, streams] = [countWrites(simulator), countStreams(simulator)];
  const devices = simulator.home.byType('device').map(({ id }) => id);
  const deployCount = trial.chooseByMode(9, 100);
  const answers: Promise<unknown>[] = [];
  simulator.faults.clear();
  simulator.faults.inject({ match: { method: 'PUT' }, delay: 20 });
  for (let round = 0; round < deployCount; round += 1) {
    await waitUntil('an end of the commands before', () => flow.unansweredCount < 100);
    for (let message = 0; message < 10; message += 1) {
      const payload = { identify: { action: 'identify' } };
      const target = devices[message % devices.length];
      answers.push(flow.sendOrThrow('resource', { payload, target }));
    }
    await pause(round % 3 === 0 ? 15 : 0);
    await flow.deploy(
      createNamedFlow(simulator, `Round ${round}`, trafficSettings),
      undefined,
      deployTypes[round % deployTypes.length],
    );
  }
  await Promise.all(answers);
  trial.tally(
    `commands applied once and answered through ${deployCount} deploys`,
    countWrites(simulator) - writes,
    answers.length,
  );
  trial.atMost('further event streams', countStreams(simulator) - streams, 0);
}

function addLamps(simulator: Simulator): void {
  const lamp = simulator.home.get(createFixtureId('light/living-floor'));
  assert.ok(lamp);
  for (let number = 0; number < commandCount; number += 1) {
    simulator.home.add({ ...structuredClone(lamp), id: makeRid(number) });
  }
}

const takeSnapshot = ({
  nodeRed: { red },
}: FlowUnderTest): { open: Map<string, number>; listeners: number } => ({
  open: countActiveResources(),
  listeners: countListeners(red.events) + countListeners(process),
});
