import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { pause } from '../support/clock';
import { createCredentials, createBridgeNodes, createPollNode } from '../support/flows';
import { startBenchNodeRed } from '../support/bench-node-red';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';

const interval = 1;

export const pollRequestsMeasure: Measure = {
  name: 'poll-requests',
  title: 'Requests at the bridge, by the number of poll nodes of one type',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const seconds = quick ? 5 : 15;
  const simulator = await startSimulatorProcess(30);
  const { address } = simulator;
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  const perMinute: number[] = [];
  for (const count of [1, 100, 1_000]) {
    const polls = Array.from({ length: count }, (_, index) =>
      createPollNode(`poll-${index}`, 'light', { interval }),
    );
    await nodeRed.deploy([...createBridgeNodes(address, { events: 'never' }), ...polls]);
    await pause(2_000);
    perMinute.push((await countReads(simulator, seconds)) * (60 / seconds));
  }
  await nodeRed.stop();
  await simulator.stop();
  const [one = 0, hundred = 0, thousand = 0] = perMinute;
  // One more tick may fall into the measured time.
  const atMost = 60 / interval + 60 / seconds;
  return [
    { what: '1 poll node, every second', value: one, unit: 'a minute', atMost },
    { what: '100 poll nodes', value: hundred, unit: 'a minute', atMost },
    { what: '1,000 poll nodes', value: thousand, unit: 'a minute', atMost },
  ];
}

async function countReads(simulator: SimulatorProcess, seconds: number): Promise<number> {
  await simulator.arrivals();
  await pause(seconds * 1_000);
  const arrivals = await simulator.arrivals();
  return arrivals.filter(({ method }) => method === 'GET').length;
}
