import { once } from 'node:events';
import type { FlowCredentials, FlowNode } from '../../scripts/node-red/user-directory';
import { startBenchNodeRed } from './bench-node-red';
import { cpuTime } from './clock';

export interface NodeRedStart {
  flows: readonly FlowNode[];
  credentials: FlowCredentials;
}

/** CPU time since the start of the flows, in ms. */
export type NodeRedReport = { kind: 'started' } | { kind: 'stopped'; cpu: number };

const report = (sent: NodeRedReport): void => void process.send?.(sent);

async function run({ flows, credentials }: NodeRedStart): Promise<void> {
  const nodeRed = await startBenchNodeRed(flows, credentials);
  const before = cpuTime();
  report({ kind: 'started' });
  await once(process, 'message');
  const cpu = cpuTime() - before;
  await nodeRed.stop();
  report({ kind: 'stopped', cpu });
}

process.once('message', (start: NodeRedStart) => void run(start));
process.on('disconnect', () => process.exit());
