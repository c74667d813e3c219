import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { NodeRedSettings } from '../../../scripts/node-red/run-node-red';
import { linkPackage, writeFlows } from '../../../scripts/node-red/user-directory';
import type { FlowCredentials, FlowNode } from '../../../scripts/node-red/user-directory';
import { startNodeRedProcess } from './node-red-process';
import type { AdminRoute, NodeRedVersion } from './node-red-protocol';
import type { FlowMessage } from './observation-log';
import { createFlowWatcher } from './flow-watcher';
import type { FlowWatcher } from './flow-watcher';

export type { FlowCredentials, FlowNode } from '../../../scripts/node-red/user-directory';
export type { AdminRoute, NodeRedVersion } from './node-red-protocol';
export type { FlowMessage, Observation, ReportedError } from './observation-log';

/** Major version of the Node-RED under test: 4 unless NODE_RED_VERSION is 5. */
export const nodeRedVersion: NodeRedVersion = process.env['NODE_RED_VERSION'] === '5' ? 5 : 4;

/** Core nodes that no flow of the tests has: they take a third of the time of a start. */
const excludedCoreNodes: readonly string[] = (
  '05-tls 06-httpproxy 21-httprequest 22-websocket 31-tcpin 32-udp 70-HTML 70-JSON 70-XML 70-YAML ' +
  '10-file 23-watch 90-exec 18-sort 19-batch'
)
  .split(' ')
  .map((name) => `${name}.js`);

/**
 * Folder of the core nodes. It is linked into the user directory, since Node-RED looks for nodes in each `node_modules`
 * above them: reading the manifest of every package of this project took a third of the time of a start.
 */
const findCoreNodes = (version: NodeRedVersion): string =>
  dirname(
    createRequire(require.resolve(version === 5 ? 'node-red-5' : 'node-red')).resolve(
      '@node-red/nodes',
    ),
  );

/** The editor with the smaller one of its two editors of code: the other one is more than the editor itself. */
const editorTheme: object = { tours: false, codeEditor: { lib: 'ace' } };

export interface NodeRedOptions {
  version?: NodeRedVersion;
  flows?: readonly FlowNode[];
  credentials?: FlowCredentials;
  settings?: NodeRedSettings;
  /** Folder of the package, if it is not this project. */
  packageFolder?: string;
  /** User directory of an earlier run that kept it, with the flows and credentials in it. */
  userDirectory?: string;
}

export interface AdminResponse {
  status: number;
  /** Parsed when it is JSON, otherwise text. */
  body: unknown;
}

export interface RunningNodeRed extends FlowWatcher {
  /** Address of the HTTP nodes, such as `http://127.0.0.1:40001`. */
  readonly url: string;
  /** Address of the editor, with `httpAdminRoot`; ends with a slash. */
  readonly editorUrl: string;
  readonly userDirectory: string;
  /** One request to the admin API; `path` is relative to the editor's address. */
  admin(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<AdminResponse>;
  /** All routes that nodes have added to the editor's server, those of Node-RED's own nodes included. */
  routes(): Promise<readonly AdminRoute[]>;
  /** Replaces all flows, waits until they run, forgets what was seen of the flows before. Nodes may hold `credentials`. */
  deploy(flows: readonly FlowNode[], type?: 'full' | 'nodes' | 'flows'): Promise<void>;
  /** Presses the button of an inject node. */
  pressInject(injectId: string): Promise<void>;
  /** Delivers a message to a node as if it came over a wire. */
  send(nodeId: string, message: FlowMessage): void;
  /** Lets the process of Node-RED stand still, for a time in ms. */
  pause(duration: number): Promise<void>;
  /** Ends Node-RED at once, as a power cut does; its user directory stays. */
  kill(): Promise<void>;
  /** Stops Node-RED; rejects when it hangs or when it had crashed. */
  stop(options?: { keepUserDirectory: boolean }): Promise<void>;
}

/**
 * Starts a real Node-RED in a process of its own, on loopback, with a user directory of its own into
 * which this package is linked as an install would put it.
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
      await wait(duration);
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

/** The editor shows a tip a second after its start, and throws where its sidebar is not there yet. */
const hideTips = (userDirectory: string): void => {
  const editor = { view: { 'view-show-tips': false } };
  writeFileSync(join(userDirectory, '.config.users.json'), JSON.stringify({ _: { editor } }));
};

/** Adds coordinates to a wired node: Node-RED treats a node without them as a configuration node. */
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
      // Node-RED may be about to close a connection on which nothing was asked for five seconds.
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
