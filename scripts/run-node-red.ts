import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeRedApp } from 'node-red';

/** Settings as in a settings file; plain data only. */
export interface NodeRedSettings {
  /** Such as `/admin`. */
  readonly httpAdminRoot?: string;
  readonly [name: string]: unknown;
}

export interface NodeRedRun {
  /** What `require('node-red')` gives. Node-RED can run once in a process. */
  red: NodeRedApp;
  userDirectory: string;
  /** 0 for any that is free. */
  port: number;
  settings?: NodeRedSettings;
  /** Called when Node-RED can be hooked into, before it starts. */
  onInit?: () => void;
}

/** Asks nobody outside: no tour, no telemetry, no palette to install from. */
const quiet: object = {
  telemetry: { enabled: false, updateNotification: false },
  externalModules: {
    autoInstall: false,
    palette: { allowInstall: false, allowUpdate: false, allowUpload: false },
    modules: { allowInstall: false },
  },
  editorTheme: { tours: false, projects: { enabled: false } },
};

/**
 * Runs Node-RED in this process, on loopback, with the flows of a user directory.
 *
 * @returns the port it listens on, once its flows run; rejects when the port is taken
 */
export async function runNodeRed(run: NodeRedRun): Promise<number> {
  const { red, settings = {} } = run;
  const root = (settings.httpAdminRoot ?? '/').replace(/\/$/, '');
  const server = createServer((request, response) => {
    serve(red, root, request, response);
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
    ...quiet,
    ...settings,
  });
  run.onInit?.();
  const flowsStarted = once(red.events, 'flows:started');
  await red.start();
  if (root === '') red.httpAdmin.use(red.httpNode);
  await flowsStarted;
  return port;
}

function serve(red: NodeRedApp, root: string, request: IncomingMessage, response: ServerResponse) {
  const url = request.url ?? '/';
  const forAdmin = url === root || url.startsWith(`${root}/`);
  if (forAdmin) request.url = url.slice(root.length) || '/';
  (forAdmin ? red.httpAdmin : red.httpNode)(request, response);
}
