import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeRedApp } from 'node-red';
import { isObject } from '../../src/resources';
import type { Command, NodeRedVersion, Report } from './node-red-protocol';
import { observe } from './observe';

/** Runs one Node-RED on loopback, told what to do by the process that forked this one. */
const state: { red?: NodeRedApp } = {};

process.on('message', (command: Command) => {
  run(command).catch((error: unknown) => {
    tell({ kind: 'failed', problem: error instanceof Error ? String(error.stack) : String(error) });
  });
});
process.on('disconnect', () => process.exit());

async function run(command: Command): Promise<void> {
  switch (command.kind) {
    case 'start':
      await start(command);
      break;
    case 'receive':
      receive(command.node, command.message);
      break;
    case 'stop':
      await stop();
      break;
  }
}

async function start(command: Extract<Command, { kind: 'start' }>): Promise<void> {
  const red = await load(command.version);
  state.red = red;
  const root = (command.settings.httpAdminRoot ?? '/').replace(/\/$/, '');
  const server = createServer((request, response) => {
    serve(red, root, request, response);
  });
  red.init(server, {
    uiPort: 0,
    uiHost: '127.0.0.1',
    userDir: command.userDirectory,
    flowFile: 'flows.json',
    credentialSecret: false,
    ...withoutDistraction,
    logging: { console: { level: 'off', metrics: false, audit: false } },
    ...command.settings,
  });
  observe(red, (observation) => tell({ kind: 'observed', observation }));
  const flowsStarted = once(red.events, 'flows:started');
  await red.start();
  if (root === '') red.httpAdmin.use(red.httpNode);
  await flowsStarted;
  red.events.on('flows:started', () => tell({ kind: 'observed', observation: { kind: 'deploy' } }));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address) tell({ kind: 'ready', port: address.port });
  });
}

/** The editor without its welcome tour; not all of it is known to the types of Node-RED. */
const withoutDistraction: object = {
  telemetry: { enabled: false, updateNotification: false },
  externalModules: { autoInstall: false, palette: { allowInstall: false, allowUpdate: false } },
  editorTheme: { tours: false, projects: { enabled: false } },
};

async function load(version: NodeRedVersion): Promise<NodeRedApp> {
  const loaded = version === 5 ? await import('node-red-5') : await import('node-red');
  return loaded.default;
}

function serve(red: NodeRedApp, root: string, request: IncomingMessage, response: ServerResponse) {
  const url = request.url ?? '/';
  const forAdmin = url === root || url.startsWith(`${root}/`);
  if (forAdmin) request.url = url.slice(root.length) || '/';
  (forAdmin ? red.httpAdmin : red.httpNode)(request, response);
}

function receive(node: string, message: Readonly<Record<string, unknown>>): void {
  const nodes: unknown = state.red?.nodes;
  const target = isNodeRegistry(nodes) ? nodes.getNode(node) : undefined;
  if (!isNode(target)) throw new Error(`No node ${node} is running.`);
  target.receive({ ...message });
}

const isNodeRegistry = (value: unknown): value is { getNode(id: string): unknown } =>
  isObject(value) && typeof value['getNode'] === 'function';

const isNode = (value: unknown): value is { receive(message: object): void } =>
  isObject(value) && typeof value['receive'] === 'function';

async function stop(): Promise<void> {
  await state.red?.stop();
  tell({ kind: 'stopped' });
}

function tell(report: Report): void {
  process.send?.(report);
}
