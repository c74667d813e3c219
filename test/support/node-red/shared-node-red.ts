import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'mocha';
import { storeFolder } from '../../../src/runtime/bridge/store';
import { startNodeRed } from './node-red';
import type { FlowCredentials, FlowNode, RunningNodeRed } from './node-red';

let starting: Promise<RunningNodeRed> | undefined;

/**
 * All test files of a run share it: a start takes as much CPU as an editor that opens. A test with settings or another
 * start needs its own.
 *
 * @returns its `stop` removes all nodes, and the kept data of their bridges
 */
export async function deployOnSharedNodeRed(
  flows: readonly FlowNode[] = [],
  credentials: FlowCredentials = {},
): Promise<RunningNodeRed> {
  starting ??= startNodeRed();
  const nodeRed = await starting;
  await nodeRed.deploy(flows.map((node) => ({ ...node, credentials: credentials[node.id] })));
  return {
    ...nodeRed,
    async stop() {
      await nodeRed.deploy([]);
      await rm(join(nodeRed.userDirectory, storeFolder), { recursive: true, force: true });
    },
  };
}

// Loaded outside of any suite, this runs once, after all test files.
after(async () => {
  await (await starting)?.stop();
});
