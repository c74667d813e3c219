import type { FlowNode } from '../../scripts/node-red/user-directory';
import { pause, measureMemory } from './clock';
import {
  createCredentials,
  createBridgeNodes,
  createLampNode,
  createNoopNode,
  createPollNode,
} from './flows';
import { deriveRid } from './sample-home';
import { startBenchNodeRed } from './bench-node-red';
import { startSimulatorProcess } from './simulator-process';

export type ComparedNodeKind = 'nothing' | 'light' | 'poll';

export interface NodeMemory {
  bytes: number;
}

const count = 1_000;
const lampCount = 100;
/** In ms: statuses are delayed by up to five seconds. */
const settleTime = 6_000;

const createByKind: Readonly<Record<ComparedNodeKind, (index: number) => FlowNode>> = {
  nothing: (index) => createNoopNode(`node-${index}`),
  light: (index) => createLampNode(`node-${index}`, index % lampCount),
  poll: (index) =>
    createPollNode(`node-${index}`, 'light', {
      rid: deriveRid('light', index % lampCount),
      interval: 3_600,
    }),
};

async function measure(createNode: (index: number) => FlowNode): Promise<NodeMemory> {
  const simulator = await startSimulatorProcess(lampCount);
  const { address } = simulator;
  const initialNodes = [
    ...createBridgeNodes(address),
    ...Array.from({ length: 10 }, (_, index) => createNode(index)),
  ];
  const nodeRed = await startBenchNodeRed(initialNodes, createCredentials(address));
  await pause(settleTime);
  // Shows the memory that a deploy itself retains.
  await nodeRed.deploy([...initialNodes]);
  await pause(settleTime);
  const before = await measureMemory();
  const addedNodes = Array.from({ length: count }, (_, index) => createNode(10 + index));
  await nodeRed.deploy([...initialNodes, ...addedNodes]);
  await pause(settleTime);
  const bytes = ((await measureMemory()) - before) / count;
  await nodeRed.stop();
  await simulator.stop();
  return { bytes };
}

const isNodeKind = (kind: string | undefined): kind is ComparedNodeKind =>
  kind !== undefined && Object.hasOwn(createByKind, kind);

const [kind] = process.argv.slice(2);
if (!isNodeKind(kind)) throw new Error(`There is no kind of node "${kind}".`);
process.on('disconnect', () => process.exit());
void measure(createByKind[kind]).then((memory) => process.send?.(memory));
