import type { FlowNode } from '../../scripts/user-directory';
import type { Measure, Result } from '../measure';
import { usedMemory } from '../support/clock';
import { bridgeCredentials, bridgeNodes, lampNode, nothingNode, pollNode } from '../support/flows';
import { startNodeRedHere } from '../support/node-red-here';
import { startSimulatorProcess } from '../support/simulator-process';

const count = 1_000;

/** What a node costs while nothing happens. */
export const nodeMemory: Measure = {
  name: 'node-memory',
  title: 'Memory of 1,000 nodes',
  run,
};

async function run(): Promise<Result[]> {
  const simulator = await startSimulatorProcess(count);
  const { address } = simulator;
  const bridge = bridgeNodes(address, { events: 'never' });
  const first = [lampNode('first', 0), pollNode('first-poll', 'light', { interval: 3_600 })];
  const nodeRed = await startNodeRedHere([...bridge, ...first], bridgeCredentials(address));
  /** Bytes for each node of a kind, over a flow that has one of each kind. */
  const bytesOf = async (make: (index: number) => FlowNode): Promise<number> => {
    await nodeRed.deploy([...bridge, ...first]);
    const before = await usedMemory();
    const nodes = Array.from({ length: count }, (_, index) => make(index));
    await nodeRed.deploy([...bridge, ...first, ...nodes]);
    return ((await usedMemory()) - before) / count;
  };
  await bytesOf((index) => nothingNode(`warm-${index}`));
  const nothing = await bytesOf((index) => nothingNode(`nothing-${index}`));
  const light = await bytesOf((index) => lampNode(`light-${index}`, index));
  const poll = await bytesOf((index) => pollNode(`poll-${index}`, 'light', { interval: 3_600 }));
  await nodeRed.stop();
  await simulator.stop();
  return [
    { what: 'a node that does nothing', value: nothing / 1_000, unit: 'kB each' },
    { what: 'a light node', value: light / 1_000, unit: 'kB each' },
    { what: 'a light node, over one that does nothing', value: light / nothing, unit: 'x' },
    { what: 'a poll node', value: poll / 1_000, unit: 'kB each' },
    { what: 'a poll node, over one that does nothing', value: poll / nothing, unit: 'x' },
  ];
}
