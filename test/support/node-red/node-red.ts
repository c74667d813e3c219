import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { NodeRedSettings } from '../../../scripts/node-red/run-node-red';
import { linkPackage, writeFlows } from '../../../scripts/node-red/user-directory';
import type { FlowCredentials, FlowNode } from '../../../scripts/node-red/user-directory';
import type { FastTime } from './fast-time';
import { startNodeRedProcess } from './node-red-process';
import type { AdminRoute, NodeRedVersion } from './node-red-protocol';
import type { FlowMessage } from './observation-log';
import { createFlowWatcher } from './flow-watcher';
import type { FlowWatcher } from './flow-watcher';

export type { FlowCredentials, FlowNode } from '../../../scripts/node-red/user-directory';
export type { AdminRoute, NodeRedVersion } from './node-red-protocol';
export type { FlowMessage, Observation, ReportedError } from './observation-log';

/** 4 unless NODE_RED_VERSION is 5. */
export const nodeRedVersion: NodeRedVersion = process.env['NODE_RED_VERSION'] === '5' ? 5 : 4;

/** No test uses them; loading them takes a third of a start. */
const excludedCoreNodes: readonly string[] = (
  '05-tls 06-httpproxy 21-httprequest 22-websocket 31-tcpin 32-udp 70-HTML 70-JSON 70-XML 70-YAML ' +
  '23-watch 90-exec 18-sort 19-batch'
)
  .split(' ')
  .map((name) => `${name}.js`);

/**
 * The core nodes are linked into the user directory: Node-RED searches each `node_modules` above, and reading this
 * project's manifests took a third of a start.
 */
const findCoreNodes = (version: NodeRedVersion): string =>
  dirname(
    createRequire(require.resolve(version === 5 ? 'node-red-5' : 'node-red')).resolve(
      '@node-red/nodes',
    ),
  );

/** The other code editor is larger than Node-RED's editor itself. */
const editorTheme: object = { tours: false, codeEditor: { lib: 'ace' } };

export interface NodeRedOptions {
  version?: NodeRedVersion;
  flows?: readonly FlowNode[];
  credentials?: FlowCredentials;
  settings?: NodeRedSettings;
  /** By default this project. */
  packageFolder?: string;
  /** Real time by default. */
  time?: FastTime;
  /** Kept by an earlier run, with flows and credentials. */
  userDirectory?: string;
}

export interface AdminResponse {
  status: number;
  /** Parsed JSON, otherwise text. */
  body: unknown;
}

export interface RunningNodeRed extends FlowWatcher {
  /** Such as `http://127.0.0.1:40001`, for HTTP nodes. */
  readonly url: string;
  /** Contains `httpAdminRoot`; ends with a slash. */
  readonly editorUrl: string;
  readonly userDirectory: string;
  /** @param path relative to `editorUrl` */
  admin(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<AdminResponse>;
  /** Added to the editor's server, also by Node-RED's own nodes. */
  routes(): Promise<readonly AdminRoute[]>;
  /** Waits until the flows run, forgets earlier observations. Nodes may have `credentials`. */
  deploy(flows: readonly FlowNode[], type?: 'full' | 'nodes' | 'flows'): Promise<void>;
  pressInject(injectId: string): Promise<void>;
  /** As if over a wire. */
  send(nodeId: string, message: FlowMessage): void;
  /** In ms of its time. */
  pause(duration: number): Promise<void>;
  /** As a power cut does. */
  kill(): Promise<void>;
  /** Rejects if Node-RED hangs or has crashed. */
  stop(options?: { keepUserDirectory: boolean }): Promise<void>;
}

/**
 * Starts a process on loopback with a user directory of its own, into which this package is linked as an install would
 * put it.
 */
export async function startNodeRed(options: NodeRedOptions = {}): Promise<RunningNodeRed> {
  const { version = nodeRedVersion, flows = [], credentials = {}, settings = {} } = options;
  const userDirectory = options.userDirectory ?? mkdtempSync(join(tmpdir(), 'node-red-test-'));
  if (options.userDirectory === undefined) {
    linkPackage(userDirectory, options.packageFolder);
    writeFlows(userDirectory, flows.map(withCoordinates), credentials);
    hideTips(userDirectory);
  }

  const coreNodesDir = join(userDirectory, 'core-nodes');
  if (!existsSync(coreNodesDir)) symlinkSync(findCoreNodes(version), coreNodesDir, 'junction');

  const running = await startNodeRedProcess({
    kind: 'start',
    version,
    userDirectory,
    ...(options.time !== undefined && { time: options.time }),
    settings: {
      coreNodesDir,
      nodesExcludes: [...excludedCoreNodes],
      editorTheme,
      ...settings,
    },
  });
  const { log, port } = running;
  const url = `http://127.0.0.1:${port}`;
  const root = (settings.httpAdminRoot ?? '/').replace(/\/$/, '');
  const editorUrl = `${url}${root}/`;
  const admin: RunningNodeRed['admin'] = (method, path, body, headers = {}) =>
    request(new URL(path.replace(/^\//, ''), editorUrl), method, body, headers);

  return {
    url,
    editorUrl,
    userDirectory,
    ...createFlowWatcher(log),
    admin,
    routes: () => running.routes(),
    async deploy(newFlows, type = 'full') {
      log.discard();
      const response = await admin('POST', 'flows', newFlows.map(withCoordinates), {
        'Node-RED-Deployment-Type': type,
      });
      assert.equal(response.status, 204, JSON.stringify(response.body));
      log.discard(await log.next('stop', () => true, 'stopped flows'));
      await log.next('deploy', () => true, 'deployed flows');
    },
    async pressInject(injectId) {
      const response = await admin('POST', `inject/${injectId}`, {});
      assert.equal(response.status, 200, `inject ${injectId}: ${JSON.stringify(response.body)}`);
    },
    send: (node, message) => running.sendCommand({ kind: 'receive', node, message }),
    async pause(duration) {
      running.signal('SIGSTOP');
      await wait(duration / (options.time?.speed ?? 1));
      running.signal('SIGCONT');
    },
    kill: () => running.kill(),
    async stop({ keepUserDirectory } = { keepUserDirectory: false }) {
      try {
        await running.stop();
      } finally {
        if (!keepUserDirectory) rmSync(userDirectory, { recursive: true, force: true });
      }
    },
  };
}

/** The editor shows a tip a second after its start, and throws without a sidebar. */
const hideTips = (userDirectory: string): void => {
  const editor = { view: { 'view-show-tips': false } };
  writeFileSync(join(userDirectory, '.config.users.json'), JSON.stringify({ _: { editor } }));
};

/** Node-RED reads a node without coordinates as a configuration node. */
const withCoordinates = (node: FlowNode): FlowNode =>
  node['wires'] === undefined || 'x' in node ? node : { ...node, x: 0, y: 0 };

async function request(
  url: URL,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<AdminResponse> {
  const response = await fetch(url, {
    method,
    headers: {
      // Node-RED may be closing a connection after five idle seconds.
      connection: 'close',
      'x-requested-with': 'XMLHttpRequest',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? parseJson(text) : text };
}

const parseJson = (text: string): unknown => JSON.parse(text);
