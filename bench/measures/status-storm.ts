import type { FlowNode } from '../../scripts/node-red/user-directory';
import type { Measure, MeasureOptions, MeasureResult } from '../measure';
import { startBenchNodeRed } from '../support/bench-node-red';
import type { BenchNodeRed } from '../support/bench-node-red';
import { cpuTime, pause } from '../support/clock';
import { createBridgeNodes, createCredentials, createLampNode } from '../support/flows';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';

const perSecond = 2_000;
const nodeCount = 100;

export const statusStormMeasure: Measure = {
  name: 'status-storm',
  title: '2,000 changes a second of 100 lamps, each with a light node',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const seconds = quick ? 3 : 10;
  const simulator = await startSimulatorProcess(nodeCount, { batch: 3_600_000 });
  const nodeRed = await startBenchNodeRed([], createCredentials(simulator.address));
  const without: number[] = [];
  const shown: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    without.push(await measureStorm(simulator, nodeRed, false, seconds));
    shown.push(await measureStorm(simulator, nodeRed, true, seconds));
  }
  await nodeRed.stop();
  await simulator.stop();
  // Other work on the machine only adds time.
  const [least, most] = [Math.min(...without), Math.min(...shown)];
  return [
    { what: 'CPU of one core without statuses', value: least / (10 * seconds), unit: '%' },
    { what: 'CPU of one core with statuses', value: most / (10 * seconds), unit: '%' },
    { what: 'CPU with statuses, against without', value: most / least, unit: 'x', atMost: 1.3 },
  ];
}

/** Returns the CPU time in ms. */
async function measureStorm(
  simulator: SimulatorProcess,
  nodeRed: BenchNodeRed,
  showStates: boolean,
  seconds: number,
): Promise<number> {
  const lamps = Array.from({ length: nodeCount }, (_, index) =>
    createLampNode(`lamp-${index}`, index),
  );
  await nodeRed.deploy([
    ...createBridgeNodes(simulator.address, { showStates }),
    streamHolder,
    ...lamps,
  ]);
  await pause(3_000);
  const burst = (duration: number): Promise<number> =>
    simulator.storm({ perSecond, seconds: duration, lamps: nodeCount, changesPerEvent: 20 });
  await burst(1); // The first run includes compilation.
  await pause(500);
  const before = cpuTime();
  await burst(seconds);
  await pause(300);
  const cost = cpuTime() - before;
  await nodeRed.deploy([]);
  return cost;
}

/** Keeps the event stream open in both flows. */
const streamHolder: FlowNode = {
  id: 'holder',
  type: 'bridge-status',
  z: 'tab',
  bridge: 'bridge',
  interval: '3600',
  wires: [[]],
};
