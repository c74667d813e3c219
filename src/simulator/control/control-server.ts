import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonResponse, SimulatorHttpError } from '../http/simulator-response';
import type { SimulatorResponse } from '../http/simulator-response';
import { listenOnPort } from '../http/listen-on-port';
import { readRequestBody } from '../http/request-body';
import {
  handleControlRequest,
  toLampAppearanceUpdates,
  toLinkButtonState,
  toRedactedRequest,
} from './control-requests';
import type { SimulatorControlContext } from './control-requests';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { SimulatorControlEvents } from './control-protocol';
import type { SimulatedHomeChange } from '../home/simulated-home';
import type { LoggedRequest } from '../server/request-log';
import { serializeActiveFaults } from '../faults/fault-injector';

interface ControlServer {
  url: string;
  close(): Promise<void>;
}

const bodyLimit = 1_048_576;
const loopback = '127.0.0.1';

/** Plain HTTP, on loopback only, for the page and local programs. */
export async function startControlServer(
  context: SimulatorControlContext,
  requestedPort: number,
): Promise<ControlServer> {
  const server = createServer((request, response) => {
    void handleRequest(context, request, response);
  });
  const port = await listenOnPort(server, loopback, requestedPort);
  return {
    url: `http://${loopback}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handleRequest(
  context: SimulatorControlContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => response.destroy());
  const answer = await createResponse(context, request, response).catch(toErrorResponse);
  if (answer === undefined) return;
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}

/** Undefined for the event stream, which writes its own response. */
async function createResponse(
  context: SimulatorControlContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<SimulatorResponse | undefined> {
  assertSameOriginRequest(request);
  const body = await readRequestBody(request, bodyLimit);
  const [path = '/'] = (request.url ?? '/').split('?', 1);
  const method = request.method ?? 'GET';
  if (path === '/api/events' && method === 'GET') {
    handleControlEventStream(context, response);
    return undefined;
  }
  const answer =
    handleControlRequest(context, method, path, body) ??
    (method === 'GET' || method === 'HEAD' ? await loadPageFile(path) : undefined);
  if (answer === undefined)
    throw new SimulatorHttpError(404, `There is nothing at ${path.slice(0, 100)}.`);
  return answer;
}

const toErrorResponse = (error: unknown): SimulatorResponse =>
  error instanceof SimulatorHttpError
    ? jsonResponse(error.status, { error: error.message })
    : jsonResponse(500, { error: error instanceof Error ? error.message : String(error) });

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

const getHostName = (authority: string): string => authority.replace(/:\d+$/, '').toLowerCase();

/**
 * Any page in a browser can send requests to loopback, also under a DNS name of its own (DNS rebinding).
 *
 * @throws SimulatorHttpError 403 for a foreign host or origin, 415 for a POST that is not JSON
 */
function assertSameOriginRequest({ method, headers }: IncomingMessage): void {
  if (!loopbackNames.has(getHostName(headers.host ?? ''))) {
    throw new SimulatorHttpError(
      403,
      'The control port answers only under its address on loopback.',
    );
  }
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) {
    throw new SimulatorHttpError(403, 'Only the page of the simulator may use the control port.');
  }
  if (method !== 'POST') return;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new SimulatorHttpError(415, 'Send application/json.');
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
};

const pageFolder = join(__dirname, '..', 'page');

/** `/` is the page itself. Reads only files that the folder lists, to prevent path traversal. */
async function loadPageFile(path: string): Promise<SimulatorResponse | undefined> {
  const name = path === '/' ? 'index.html' : path.slice(1);
  const type = contentTypes[extname(name)];
  if (type === undefined || !(await listPageFiles()).includes(name)) return undefined;
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-security-policy':
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
    body: await readFile(join(pageFolder, name)),
  };
}

async function listPageFiles(): Promise<readonly string[]> {
  try {
    const files = await readdir(pageFolder, { recursive: true });
    return files.map((file) => file.replaceAll('\\', '/'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** In bytes; a slower page is disconnected and has to reload. */
const maxBufferedBytes = 4_194_304;

function handleControlEventStream(
  context: SimulatorControlContext,
  response: ServerResponse,
): void {
  const { simulation, faults, linkButton, log, keys } = context;
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  });
  response.flushHeaders();
  const sendEvent = <Name extends keyof SimulatorControlEvents>(
    name: Name,
    value: SimulatorControlEvents[Name],
  ): void => {
    if (response.destroyed) return;
    if (response.writableLength > maxBufferedBytes) response.destroy();
    else response.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
  };
  const onChange = ({ kind, resource }: SimulatedHomeChange): void => {
    if (kind === 'deleted') sendEvent('deleted', { id: resource.id, type: resource.type });
    else sendEvent('resource', resource);
  };
  const onAnswered = (request: LoggedRequest): void =>
    sendEvent('request', toRedactedRequest(request, keys));
  let faultsEventPending = false;
  const onFaultsChange = (): void => {
    if (faultsEventPending) return;
    faultsEventPending = true;
    // Replacing all faults emits several changes: send only the final state.
    queueMicrotask(() => {
      faultsEventPending = false;
      sendEvent('faults', serializeActiveFaults(faults));
    });
  };
  const onLinkButtonChange = (): void => sendEvent('link-button', toLinkButtonState(linkButton));
  const onAppearance = (rid: string): void => {
    for (const appearance of toLampAppearanceUpdates(simulation, rid))
      sendEvent('appearance', appearance);
  };
  simulation.home.on('change', onChange);
  simulation.appearances.on('change', onAppearance);
  log.on('answered', onAnswered);
  faults.on('change', onFaultsChange);
  linkButton.on('change', onLinkButtonChange);
  response.on('close', () => {
    simulation.home.off('change', onChange);
    simulation.appearances.off('change', onAppearance);
    log.off('answered', onAnswered);
    faults.off('change', onFaultsChange);
    linkButton.off('change', onLinkButtonChange);
  });
}
