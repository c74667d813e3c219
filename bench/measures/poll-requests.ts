import type { Extent, Measure, Result } from '../measure';
import { pause } from '../support/clock';
import { bridgeCredentials, bridgeNodes, pollNode } from '../support/flows';
import { startNodeRedHere } from '../support/node-red-here';
import { startSimulatorProcess, type SimulatorProcess } from '../support/simulator-process';

const interval = 1;

/** What many poll nodes of one type cost the bridge. */
export const pollRequests: Measure = {
  name: 'poll-requests',
  title: 'Requests at the bridge, by the number of poll nodes of one type',
  run,
};

async function run({ quick }: Extent): Promise<Result[]> {
  const seconds = quick ? 5 : 15;
  const simulator = await startSimulatorProcess(30);
  const { address } = simulator;
  const nodeRed = await startNodeRedHere([], bridgeCredentials(address));
  const perMinute: number[] = [];
  for (const count of [1, 100, 1_000]) {
    const polls = Array.from({ length: count }, (_, index) =>
      pollNode(`poll-${index}`, 'light', { interval }),
    );
    await nodeRed.deploy([...bridgeNodes(address, { events: 'never' }), ...polls]);
    await pause(2_000);
    perMinute.push((await readsIn(simulator, seconds)) * (60 / seconds));
  }
  await nodeRed.stop();
  await simulator.stop();
  const [one = 0, hundred = 0, thousand = 0] = perMinute;
  // A tick more may fall into the time that is watched.
  const atMost = 60 / interval + 60 / seconds;
  return [
    { what: '1 poll node, every second', value: one, unit: 'a minute', atMost },
    { what: '100 poll nodes', value: hundred, unit: 'a minute', atMost },
    { what: '1,000 poll nodes', value: thousand, unit: 'a minute', atMost },
  ];
}

async function readsIn(simulator: SimulatorProcess, seconds: number): Promise<number> {
  await simulator.arrivals();
  await pause(seconds * 1_000);
  const arrivals = await simulator.arrivals();
  return arrivals.filter(({ method }) => method === 'GET').length;
}
