import type { BridgeClient } from '../../src/bridge';
import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { cpuTime, pause, measureMemory } from '../support/clock';
import { createMeasuredClient } from '../support/measured-client';
import { deriveRid } from '../support/sample-home';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';
import type { SimulatorAddress } from '../support/simulator-protocol';

const sizes = [200, 2_000, 20_000];
const watcherCounts = [1, 100, 1_000];
/** Nobody watches these sensors. */
const changingSensors = 100;

export const stateCacheMeasure: Measure = {
  name: 'state-cache',
  title: 'The state cache: memory, and the cost of a change',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const memory: number[] = [];
  for (const size of sizes) memory.push(await measureStateCacheMemory(size));
  const costs = await measureChangeCosts(quick ? 1 : 3);
  const [costWithOneWatcher = 0] = costs;
  return [
    ...sizes.map((size, index) => ({
      what: `memory of ${size.toLocaleString('en-US')} resources`,
      value: (memory[index] ?? 0) / 1e6,
      unit: 'MB',
    })),
    ...watcherCounts.map((watcherCount, index) => ({
      what: `CPU of a change with ${watcherCount.toLocaleString('en-US')} watchers of other resources`,
      value: 1_000 * (costs[index] ?? 0),
      unit: 'µs',
    })),
    {
      what: 'the same with 1,000 watchers, against one',
      value: (costs.at(-1) ?? 0) / costWithOneWatcher,
      unit: 'x',
      atMost: 1.2,
    },
  ];
}

const createClient = ({ host, port, key, fingerprint }: SimulatorAddress): BridgeClient =>
  createMeasuredClient({ host, port, key, trust: { fingerprint } });

async function measureStateCacheMemory(size: number): Promise<number> {
  // Three resources for each lamp, a room and its grouped light.
  const simulator = await startSimulatorProcess(Math.round((size - 2) / 3));
  const client = createClient(simulator.address);
  await client.list('bridge');
  const before = await measureMemory();
  await client.stateCache.refresh();
  const after = await measureMemory();
  const known = [...client.stateCache.all()].length;
  if (known < size * 0.95) throw new Error(`The state cache knows ${known} of ${size} resources.`);
  await client.close();
  await simulator.stop();
  return after - before;
}

/** Returns the ms of an unwatched change, by the number of watchers of other resources. */
async function measureChangeCosts(rounds: number): Promise<number[]> {
  const simulator = await startSimulatorProcess(changingSensors + Math.max(...watcherCounts), {
    batch: 0,
  });
  const costs = watcherCounts.map((): number[] => []);
  await measureChangeCost(simulator, 1); // The first run includes compilation.
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, watcherCount] of watcherCounts.entries()) {
      costs[index]?.push(await measureChangeCost(simulator, watcherCount));
    }
  }
  await simulator.stop();
  // Other work on the machine only adds time.
  return costs.map((values) => Math.min(...values));
}

async function measureChangeCost(
  simulator: SimulatorProcess,
  watcherCount: number,
): Promise<number> {
  const client = createClient(simulator.address);
  let unexpectedChanges = 0;
  for (let index = 0; index < watcherCount; index += 1) {
    client.watch({
      rtype: 'temperature',
      rids: [deriveRid('temperature', changingSensors + index)],
      interval: 60_000,
      onChange: () => {
        unexpectedChanges += 1;
      },
    });
  }
  await pause(2_000);
  const before = cpuTime();
  const changes = await simulator.burst({ perSecond: 1_000, seconds: 2, sensors: changingSensors });
  await pause(300);
  const used = cpuTime() - before;
  await client.close();
  if (unexpectedChanges > 0) throw new Error('A watcher heard of a resource it does not watch.');
  return used / changes;
}
