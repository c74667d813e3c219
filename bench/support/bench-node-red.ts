import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import RED from 'node-red';
import { findMessageReceiver } from '../../scripts/node-red/message-receiver';
import { runNodeRed } from '../../scripts/node-red/run-node-red';
import type { FlowCredentials, FlowNode } from '../../scripts/node-red/user-directory';
import { linkPackage, writeFlows } from '../../scripts/node-red/user-directory';

/** Runs in this process, which can run only one. */
export interface BenchNodeRed {
  /** As if over a wire. */
  send(node: string, message: object): void;
  /** Waits until the flows run; keeps the credentials. */
  deploy(flows: readonly FlowNode[], type?: 'full' | 'nodes' | 'flows'): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Node-RED 4 without editor, with the node that does nothing. */
export async function startBenchNodeRed(
  flows: readonly FlowNode[],
  credentials: FlowCredentials = {},
  { hasPackage = true }: { hasPackage?: boolean } = {},
): Promise<BenchNodeRed> {
  const userDir = mkdtempSync(join(tmpdir(), 'node-red-bench-'));
  if (hasPackage) linkPackage(userDir);
  writeNoopNode(userDir);
  writeFlows(userDir, flows, credentials);
  const nodeRed = await runNodeRed({ red: RED, userDirectory: userDir, port: 0, settings });
  return {
    send(node, message) {
      findMessageReceiver(RED, node).receive(message);
    },
    async deploy(next, type = 'full') {
      const running = once(RED.events, 'flows:started');
      const request = { flows: { flows: [...next], credentials }, deploymentType: type };
      await RED.runtime.flows.setFlows(request);
      await running;
    },
    async stop() {
      await nodeRed.stop();
      rmSync(userDir, { recursive: true, force: true });
    },
  };
}

const settings = {
  disableEditor: true,
  logging: { console: { level: 'off', metrics: false, audit: false } },
} as const;

/** Node-RED finds nodes of the user there. */
function writeNoopNode(userDir: string): void {
  const folder = join(userDir, 'nodes');
  mkdirSync(folder, { recursive: true });
  const module = JSON.stringify(join(__dirname, 'noop-node.js'));
  writeFileSync(join(folder, 'bench-nothing.js'), `module.exports = require(${module}).default;\n`);
  writeFileSync(
    join(folder, 'bench-nothing.html'),
    '<script type="text/html" data-template-name="bench-nothing"></script>\n',
  );
}
