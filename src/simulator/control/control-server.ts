import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonAnswer } from '../answer';
import type { Answer } from '../answer';
import { listen } from '../listen';
import { readBody } from '../read-body';
import { Refusal } from '../refusal';
import { answerControl } from './control-api';
import type { ControlContext } from './control-api';
import { followControl } from './control-events';
import { guard } from './guard';
import { staticFile } from './static-files';

/** The running control port. */
export interface ControlServer {
  url: string;
  close(): Promise<void>;
}

const bodyLimit = 1_048_576;
const loopback = '127.0.0.1';

/** Starts the plain HTTP port for the page and for programs on this machine; on loopback only. */
export async function startControlServer(
  context: ControlContext,
  wantedPort: number,
): Promise<ControlServer> {
  const server = createServer((request, response) => {
    void handle(context, request, response);
  });
  const port = await listen(server, loopback, wantedPort);
  return {
    url: `http://${loopback}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  context: ControlContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => response.destroy());
  const answer = await answerOf(context, request, response).catch(answerForError);
  if (answer === undefined) return;
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}

/** @returns the answer, or undefined when the request is answered for as long as it stays open */
async function answerOf(
  context: ControlContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer | undefined> {
  guard(request);
  const body = await readBody(request, bodyLimit);
  const [path = '/'] = (request.url ?? '/').split('?', 1);
  const method = request.method ?? 'GET';
  if (path === '/api/events' && method === 'GET') {
    followControl(context, response);
    return undefined;
  }
  const answer =
    answerControl(context, method, path, body) ??
    (method === 'GET' || method === 'HEAD' ? await staticFile(path) : undefined);
  if (answer === undefined) throw new Refusal(404, `There is nothing at ${path.slice(0, 100)}.`);
  return answer;
}

const answerForError = (error: unknown): Answer =>
  error instanceof Refusal
    ? jsonAnswer(error.status, { error: error.message })
    : jsonAnswer(500, { error: error instanceof Error ? error.message : String(error) });
