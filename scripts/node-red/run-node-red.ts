import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeRedApp } from 'node-red';

/** Plain data of a settings file. */
export interface NodeRedSettings {
  /** Such as `/admin`. */
  readonly httpAdminRoot?: string;
  readonly [name: string]: unknown;
}

interface NodeRedRunOptions {
  /** `require('node-red')`; it can run once in a process. */
  red: NodeRedApp;
  userDirectory: string;
  /** 0 for any free port. */
  port: number;
  settings?: NodeRedSettings;
  /** Node-RED accepts hooks, but has not started. */
  onInit?: () => void;
}

/** No requests to other hosts: tour, telemetry, palette. */
const offlineSettings: object = {
  telemetry: { enabled: false, updateNotification: false },
  externalModules: {
    autoInstall: false,
    palette: { allowInstall: false, allowUpdate: false, allowUpload: false },
    modules: { allowInstall: false },
  },
  editorTheme: { tours: false },
};

export interface NodeRedInProcess {
  port: number;
  /** Stops flows, connections and port. */
  stop(): Promise<void>;
}

/**
 * Runs the flows of a user directory on loopback.
 *
 * @returns after the flows have started; rejects if the port is taken
 */
export async function runNodeRed(run: NodeRedRunOptions): Promise<NodeRedInProcess> {
  const { red, settings = {} } = run;
  const root = (settings.httpAdminRoot ?? '/').replace(/\/$/, '');
  const server = createServer((request, response) => {
    handleRequest(red, root, request, response);
  });
  server.listen(run.port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : run.port;
  red.init(server, {
    uiPort: port,
    uiHost: '127.0.0.1',
    userDir: run.userDirectory,
    flowFile: 'flows.json',
    credentialSecret: false,
    // Node-RED's command sets it; dashboards read it.
    httpNodeRoot: '/',
    ...offlineSettings,
    ...settings,
  });
  run.onInit?.();
  const stop = async (): Promise<void> => {
    await red.stop();
    server.close();
    server.closeAllConnections();
  };
  const flows = waitForFlows(red);
  await red.start();
  const problem = await flows;
  if (problem !== undefined) {
    await stop();
    throw problem;
  }
  if (root === '') red.httpAdmin.use(red.httpNode);
  return { port, stop };
}

/** Resolves with the reason for a failed start. */
function waitForFlows(red: NodeRedApp): Promise<Error | undefined> {
  return new Promise((resolve) => {
    red.events.once('flows:started', () => resolve(undefined));
    red.events.on('runtime-event', (event: { payload?: { error?: string; types?: unknown } }) => {
      if (event.payload?.error !== 'missing-types') return;
      const types = JSON.stringify(event.payload.types);
      resolve(new Error(`The flows do not start: Node-RED has no nodes of the types ${types}.`));
    });
  });
}

function handleRequest(
  red: NodeRedApp,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const url = request.url ?? '/';
  const isAdminRequest = url === root || url.startsWith(`${root}/`);
  if (isAdminRequest) request.url = url.slice(root.length) || '/';
  (isAdminRequest ? red.httpAdmin : red.httpNode)(request, response);
}
