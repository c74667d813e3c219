import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import { isObject } from '../../src/resources';
import { packageFolder } from '../../scripts/user-directory';
import type { FlowCredentials, FlowNode } from '../../scripts/user-directory';
import { nodeRedVersion } from './node-red';
import { createObservationLog } from './observations';
import type { FlowMessage, Observation } from './observations';
import { observe } from './observe';
import { watchFlows } from './watched-flows';
import type { WatchedFlows } from './watched-flows';

export interface LoadedFlow extends WatchedFlows {
  /** Hands a message to a node as if a wire had brought it. */
  send(nodeId: string, message: FlowMessage): void;
  /** Stops the nodes, as Node-RED does when it stops. */
  unload(): Promise<void>;
}

let observer: ((observation: Observation) => void) | undefined;

/**
 * Runs a flow of this package's nodes in this process, on the runtime of Node-RED without its
 * editor. Of the core nodes it has `catch`, `status` and `complete`; the type `helper` takes any
 * message. `RED._` answers the key of a text, not the text.
 */
export async function loadFlow(
  flow: readonly FlowNode[],
  credentials: FlowCredentials = {},
): Promise<LoadedFlow> {
  if (observer === undefined) {
    helper.init(require.resolve(nodeRedVersion === 5 ? 'node-red-5' : 'node-red'));
    observe(helper._RED, (observation) => observer?.(observation));
  }
  const log = createObservationLog();
  observer = (observation) => log.add(observation);
  await helper.load(paletteNodes(), flow, credentials);
  return {
    ...watchFlows(log),
    send(nodeId, message) {
      const node = helper.getNode(nodeId);
      if (node === null) throw new Error(`No node ${nodeId} is running.`);
      node.receive({ ...message });
    },
    async unload() {
      await helper.unload();
      log.end(new Error('The flow was unloaded.'));
    },
  };
}

/** What the node files of this package export, as Node-RED would load them. */
function paletteNodes(): unknown[] {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const section = isObject(manifest) ? manifest['node-red'] : undefined;
  const nodes = isObject(section) && isObject(section['nodes']) ? section['nodes'] : {};
  return Object.values(nodes).map((file) => {
    const loaded: unknown = require(join(packageFolder, String(file)));
    return isObject(loaded) && 'default' in loaded ? loaded['default'] : loaded;
  });
}
