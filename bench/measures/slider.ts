import type { Measure, MeasureResult } from '../measure';
import { pause, monotonicNow } from '../support/clock';
import {
  createCredentials,
  createBridgeNodes,
  createLampNode,
  createLightNode,
} from '../support/flows';
import { deriveRid } from '../support/sample-home';
import { sendEvenly, collectWritesUntilIdle } from '../support/write-load';
import { startBenchNodeRed } from '../support/bench-node-red';
import type { BenchNodeRed } from '../support/bench-node-red';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';

export const sliderMeasure: Measure = { name: 'slider', title: 'A slider, and a busy group', run };

async function run(): Promise<MeasureResult[]> {
  const simulator = await startSimulatorProcess(10);
  const { address } = simulator;
  const group = createLightNode('group', deriveRid('grouped_light', 0));
  const flows = [...createBridgeNodes(address), createLampNode('lamp', 0), group];
  const nodeRed = await startBenchNodeRed(flows, createCredentials(address));
  await pause(1_500);
  const results = [
    ...(await runSlider(simulator, nodeRed)),
    await measureLampBehindGroup(simulator, nodeRed),
  ];
  await nodeRed.stop();
  await simulator.stop();
  return results;
}

async function runSlider(
  simulator: SimulatorProcess,
  nodeRed: BenchNodeRed,
): Promise<MeasureResult[]> {
  await simulator.arrivals();
  const lastSent = await sendEvenly(200, 2_000, (index) =>
    nodeRed.send('lamp', { payload: 1 + (index % 99) }),
  );
  const writes = await collectWritesUntilIdle(simulator);
  const delay = (writes.at(-1)?.at ?? Infinity) - lastSent;
  return [
    { what: '200 slider messages in 2 s: requests', value: writes.length, unit: '', atMost: 25 },
    {
      what: '200 slider messages in 2 s: last value late by',
      value: delay,
      unit: 'ms',
      atMost: 1_000,
    },
  ];
}

/** The group commands cannot be merged. */
async function measureLampBehindGroup(
  simulator: SimulatorProcess,
  nodeRed: BenchNodeRed,
): Promise<MeasureResult> {
  await pause(1_500);
  await simulator.arrivals();
  for (let index = 0; index < 30; index += 1) {
    nodeRed.send('group', { payload: { on: true, brightness: 1 + index } });
  }
  const sent = monotonicNow();
  nodeRed.send('lamp', { payload: 77 });
  await pause(1_000);
  const arrivals = await simulator.arrivals();
  const lamp = arrivals.find(({ method, path }) => method === 'PUT' && path.includes('/light/'));
  return {
    what: '30 group commands, then one lamp: the lamp after',
    value: (lamp?.at ?? Infinity) - sent,
    unit: 'ms',
    atMost: 300,
  };
}
