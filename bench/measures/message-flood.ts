import type { Measure, MeasureResult } from '../measure';
import { pause, monotonicNow } from '../support/clock';
import { createCredentials, createBridgeNodes, createLampNode } from '../support/flows';
import { startBenchNodeRed } from '../support/bench-node-red';
import { startSimulatorProcess } from '../support/simulator-process';
import { sendEvenly, collectWritesUntilIdle } from '../support/write-load';
import { getNestedMember } from '../../src/resources/members';

export const messageFloodMeasure: Measure = {
  name: 'message-flood',
  title: '1,000 messages to one lamp in one second',
  run,
};

async function run(): Promise<MeasureResult[]> {
  const simulator = await startSimulatorProcess(1);
  const { address } = simulator;
  const flows = [...createBridgeNodes(address), createLampNode('lamp', 0)];
  const nodeRed = await startBenchNodeRed(flows, createCredentials(address));
  await pause(1_500);
  await simulator.arrivals();
  const startedAt = monotonicNow();
  const lastSent = await sendEvenly(1_000, 1_000, (index) =>
    nodeRed.send('lamp', { payload: { brightness: computeBrightness(index) } }),
  );
  const writes = await collectWritesUntilIdle(simulator);
  await nodeRed.stop();
  await simulator.stop();
  const last = writes.at(-1);
  const elapsedSeconds = Math.max(1_000, (last?.at ?? startedAt) - startedAt) / 1_000;
  const lastBrightness = getNestedMember(JSON.parse(last?.body ?? '{}'), 'dimming', 'brightness');
  return [
    { what: 'requests', value: writes.length, unit: '' },
    {
      what: 'requests a second of waiting',
      value: writes.length / elapsedSeconds,
      unit: 'a second',
      atMost: 11,
    },
    {
      what: 'last value that is not the last command',
      value: lastBrightness === computeBrightness(999) ? 0 : 1,
      unit: '',
      atMost: 0,
    },
    {
      what: 'delay of the last value',
      value: (last?.at ?? Infinity) - lastSent,
      unit: 'ms',
      atMost: 1_000,
    },
  ];
}

const computeBrightness = (index: number): number => 1 + ((index * 7) % 99);
