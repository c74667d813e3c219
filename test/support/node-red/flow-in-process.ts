import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import { isObject } from '../../../src/resources/members';
import { refreshBundle } from '../../../scripts/build/refresh-bundle';
import { packageFolder } from '../../../scripts/node-red/user-directory';
import type { FlowCredentials, FlowNode } from '../../../scripts/node-red/user-directory';
import { nodeRedVersion } from './node-red';
import { createObservationLog, observeRuntime } from './observation-log';
import type { FlowMessage, Observation } from './observation-log';
import { createFlowWatcher } from './flow-watcher';
import type { FlowWatcher } from './flow-watcher';

export interface LoadedFlow extends FlowWatcher {
  /** As if over a wire. */
  send(nodeId: string, message: FlowMessage): void;
  /** False while a deploy replaces the node. */
  isRunning(nodeId: string): boolean;
  /** Replaces what has changed, and waits until the new flows run. */
  deploy(flow: readonly FlowNode[]): Promise<void>;
  /** As Node-RED does when it stops. */
  unload(): Promise<void>;
}

let currentObserver: ((observation: Observation) => void) | undefined;

/**
 * Runs in this process, on Node-RED's runtime without editor. Core nodes are `catch`, `status` and `complete`; the type
 * `helper` takes any message. `RED._` returns the key of a text.
 *
 * @param nodeFiles by default those of the bundle, which shares nothing with modules that a test imports
 */
export async function loadFlow(
  flow: readonly FlowNode[],
  credentials: FlowCredentials = {},
  nodeFiles: readonly unknown[] = loadPackageNodes(),
): Promise<LoadedFlow> {
  if (currentObserver === undefined) {
    helper.init(require.resolve(nodeRedVersion === 5 ? 'node-red-5' : 'node-red'));
    observeRuntime(helper._RED, (observation) => currentObserver?.(observation));
  }
  const log = createObservationLog();
  currentObserver = (observation) => log.add(observation);
  await helper.load([...nodeFiles], flow, credentials);
  return {
    ...createFlowWatcher(log),
    send(nodeId, message) {
      const node = helper.getNode(nodeId);
      if (!node) throw new Error(`No node ${nodeId} is running.`);
      node.receive({ ...message });
    },
    isRunning: (nodeId) => (helper.getNode(nodeId) ?? undefined) !== undefined,
    async deploy(changed) {
      // The helper's own method misses a start that comes early, and waits for it in vain.
      const started = once(helper._RED.events, 'flows:started');
      await helper._redNodes.setFlows(changed, credentials, 'nodes');
      await started;
    },
    async unload() {
      await helper.unload();
      log.end(new Error('The flow was unloaded.'));
    },
  };
}

/** Returns exports as Node-RED would load them. */
export function loadPackageNodes(): unknown[] {
  refreshBundle();
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const section = isObject(manifest) ? manifest['node-red'] : undefined;
  const nodes = isObject(section) && isObject(section['nodes']) ? section['nodes'] : {};
  return Object.values(nodes).map((file) => {
    const loaded: unknown = require(join(packageFolder, String(file)));
    return isObject(loaded) && 'default' in loaded ? loaded['default'] : loaded;
  });
}
