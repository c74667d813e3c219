import type { FlowNode } from '../../scripts/user-directory';
import { pause, usedMemory } from './clock';
import { bridgeCredentials, bridgeNodes, lampNode, nothingNode, pollNode } from './flows';
import { startNodeRedHere } from './node-red-here';
import { startSimulatorProcess } from './simulator-process';

/** Kinds of nodes that are compared. */
export type NodeKind = 'nothing' | 'light' | 'poll';

/** Bytes for one node. */
export interface NodeMemory {
  bytes: number;
}

const count = 1_000;
/** Until what a deploy began has come to rest, in ms. */
const rest = 2_000;

const makers: Readonly<Record<NodeKind, (index: number) => FlowNode>> = {
  nothing: (index) => nothingNode(`node-${index}`),
  light: (index) => lampNode(`node-${index}`, index),
  poll: (index) => pollNode(`node-${index}`, 'light', { interval: 3_600 }),
};

/** Measures the kind of node named on the command line. */
async function measure(make: (index: number) => FlowNode): Promise<NodeMemory> {
  const simulator = await startSimulatorProcess(100);
  const { address } = simulator;
  const few = [...bridgeNodes(address), ...Array.from({ length: 10 }, (_, index) => make(index))];
  const nodeRed = await startNodeRedHere(few, bridgeCredentials(address));
  await pause(rest);
  // The second deploy of the same shows what a deploy itself leaves behind.
  await nodeRed.deploy([...few]);
  await pause(rest);
  const before = await usedMemory();
  const many = Array.from({ length: count }, (_, index) => make(10 + index));
  await nodeRed.deploy([...few, ...many]);
  await pause(rest);
  const bytes = ((await usedMemory()) - before) / count;
  await nodeRed.stop();
  await simulator.stop();
  return { bytes };
}

const isKind = (kind: string | undefined): kind is NodeKind =>
  kind !== undefined && Object.hasOwn(makers, kind);

const [kind] = process.argv.slice(2);
if (!isKind(kind)) throw new Error(`There is no kind of node "${kind}".`);
process.on('disconnect', () => process.exit());
void measure(makers[kind]).then((memory) => process.send?.(memory));
