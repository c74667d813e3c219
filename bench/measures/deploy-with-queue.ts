import type { FlowNode } from '../../scripts/node-red/user-directory';
import type { Measure, MeasureResult } from '../measure';
import { startBenchNodeRed } from '../support/bench-node-red';
import type { BenchNodeRed } from '../support/bench-node-red';
import { monotonicNow, pause } from '../support/clock';
import {
  createBridgeNodes,
  createCredentials,
  createLightNode,
  createNoopNode,
  createPollNode,
} from '../support/flows';
import { deriveRid } from '../support/sample-home';
import type { SimulatorAddress } from '../support/simulator-protocol';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';
import { collectWritesUntilIdle } from '../support/write-load';

/** The settings of the bridge are unchanged. */
export const deployWithQueueMeasure: Measure = {
  name: 'deploy-with-queue',
  title: 'A deploy while commands wait',
  run,
};

const lampCount = 30;

const createFlow = (address: SimulatorAddress, name: string): FlowNode[] => [
  ...createBridgeNodes(address),
  ...Array.from({ length: lampCount }, (_, lamp) =>
    createLightNode(`lamp-${lamp}`, deriveRid('light', lamp), ['other']),
  ),
  createPollNode('poll', 'light', { interval: 5 }),
  { ...createNoopNode('other'), name },
];

async function run(): Promise<MeasureResult[]> {
  const simulator = await startSimulatorProcess(lampCount);
  const { address } = simulator;
  const nodeRed = await startBenchNodeRed(createFlow(address, ''), createCredentials(address));
  await pause(2_500);
  const results: MeasureResult[] = [];
  for (const type of ['full', 'nodes', 'flows'] as const) {
    results.push(...(await measureDeploy(simulator, nodeRed, type)));
    // The rate limiter allows the full burst again.
    await pause(1_000);
  }
  await nodeRed.stop();
  await simulator.stop();
  return results;
}

async function measureDeploy(
  simulator: SimulatorProcess,
  nodeRed: BenchNodeRed,
  type: 'full' | 'nodes' | 'flows',
): Promise<MeasureResult[]> {
  await simulator.arrivals();
  for (let lamp = 0; lamp < lampCount; lamp += 1) {
    nodeRed.send(`lamp-${lamp}`, { payload: { brightness: 50 } });
  }
  await pause(200);
  const before = await simulator.arrivals();
  const began = monotonicNow();
  await nodeRed.deploy(createFlow(simulator.address, type), type);
  const duration = monotonicNow() - began;
  // New nodes would ask for their first state by now.
  await pause(500);
  const during = await simulator.arrivals();
  const after = await collectWritesUntilIdle(simulator);
  const applied = new Set(
    [...before, ...during, ...after]
      .filter(({ method }) => method === 'PUT')
      .map(({ path }) => path),
  );
  const reads = during.filter(({ method }) => method === 'GET');
  const what = `30 commands, then a deploy of kind "${type}"`;
  return [
    { what: `${what}: commands lost`, value: lampCount - applied.size, unit: '', atMost: 0 },
    { what: `${what}: requests that it causes`, value: reads.length, unit: '', atMost: 0 },
    { what: `${what}: takes`, value: duration, unit: 'ms' },
  ];
}
