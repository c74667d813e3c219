import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'mocha';
import { storeFolder } from '../../../src/runtime/bridge/store/bridge-store';
import { startNodeRed } from './node-red';
import type { FlowCredentials, FlowNode, RunningNodeRed } from './node-red';

let starting: Promise<RunningNodeRed> | undefined;

/**
 * Deploys on the Node-RED that all test files of a run share: a start takes as much CPU as an editor that opens. A test
 * that needs settings, or another start, has a Node-RED of its own.
 *
 * @returns its `stop` removes all nodes, and what is kept of their bridges
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

// Test files are loaded outside of any suite, so this runs once, after all of them.
after(async () => {
  await (await starting)?.stop();
});
