import { BridgeClient } from '../../src/bridge';
import type { Extent, Measure, Result } from '../measure';
import { cpuTime, pause, usedMemory } from '../support/clock';
import { ridOf } from '../support/homes';
import { startSimulatorProcess, type SimulatorProcess } from '../support/simulator-process';
import type { Address } from '../support/simulator-protocol';

const sizes = [200, 2_000, 20_000];
const crowds = [1, 100, 1_000];
/** Sensors that change and that nobody watches. */
const changing = 100;

/** What knowing the state of the home costs. */
export const mirror: Measure = {
  name: 'mirror',
  title: 'The mirror: memory, and the cost of a change',
  run,
};

async function run({ quick }: Extent): Promise<Result[]> {
  const memory: number[] = [];
  for (const size of sizes) memory.push(await memoryOf(size));
  const costs = await costsOfChange(quick ? 1 : 3);
  const [alone = 0] = costs;
  return [
    ...sizes.map((size, index) => ({
      what: `memory of ${size.toLocaleString('en-US')} resources`,
      value: (memory[index] ?? 0) / 1e6,
      unit: 'MB',
    })),
    ...crowds.map((crowd, index) => ({
      what: `CPU of a change with ${crowd.toLocaleString('en-US')} watchers of other resources`,
      value: 1_000 * (costs[index] ?? 0),
      unit: 'µs',
    })),
    {
      what: 'the same with 1,000 watchers, against one',
      value: (costs.at(-1) ?? 0) / alone,
      unit: 'x',
      atMost: 1.2,
    },
  ];
}

const clientOf = ({ host, port, key, fingerprint }: Address): BridgeClient =>
  new BridgeClient({ host, port, key, trust: { fingerprint } });

/** Bytes that a mirror of so many resources holds. */
async function memoryOf(size: number): Promise<number> {
  // Three resources for each lamp, a room and its grouped light.
  const simulator = await startSimulatorProcess(Math.round((size - 2) / 3));
  const client = clientOf(simulator.address);
  await client.list('bridge');
  const before = await usedMemory();
  await client.mirror.refresh();
  const after = await usedMemory();
  const known = [...client.mirror.all()].length;
  if (known < size * 0.95) throw new Error(`The mirror knows ${known} of ${size} resources.`);
  await client.close();
  await simulator.stop();
  return after - before;
}

/** CPU time of a change that nobody watches, by the number of watchers of other resources, in ms. */
async function costsOfChange(rounds: number): Promise<number[]> {
  const simulator = await startSimulatorProcess(changing + Math.max(...crowds), { batch: 0 });
  const costs = crowds.map((): number[] => []);
  await costOfChange(simulator, 1); // What runs first pays for the compiler.
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, crowd] of crowds.entries()) {
      costs[index]?.push(await costOfChange(simulator, crowd));
    }
  }
  await simulator.stop();
  // The least: whatever else the machine does only ever adds to it.
  return costs.map((values) => Math.min(...values));
}

async function costOfChange(simulator: SimulatorProcess, crowd: number): Promise<number> {
  const client = clientOf(simulator.address);
  let disturbed = 0;
  for (let index = 0; index < crowd; index += 1) {
    client.watch({
      rtype: 'temperature',
      rids: [ridOf('temperature', changing + index)],
      interval: 60_000,
      onChange: () => {
        disturbed += 1;
      },
    });
  }
  await pause(2_000);
  const before = cpuTime();
  const changes = await simulator.burst({ perSecond: 1_000, seconds: 2, sensors: changing });
  await pause(300);
  const used = cpuTime() - before;
  await client.close();
  if (disturbed > 0) throw new Error('A watcher heard of a resource it does not watch.');
  return used / changes;
}
