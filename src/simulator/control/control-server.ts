import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonResponse } from '../http/simulator-response';
import type { SimulatorResponse } from '../http/simulator-response';
import { listenOnPort } from '../http/listen-on-port';
import { readRequestBody } from '../http/request-body';
import { SimulatorHttpError } from '../http/simulator-http-error';
import { handleControlRequest } from './control-requests';
import type { SimulatorControlContext } from './control-requests';
import { handleControlEventStream } from './control-events';
import { assertSameOriginRequest } from './assert-same-origin-request';
import { loadPageFile } from './page-files';

/** The running control port. */
export interface ControlServer {
  url: string;
  close(): Promise<void>;
}

const bodyLimit = 1_048_576;
const loopback = '127.0.0.1';

/** Starts the plain HTTP server for the page and local programs; on loopback only. */
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

/** @returns the response, or undefined for the event stream, which writes its own */
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
