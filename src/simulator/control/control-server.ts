import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  jsonResponse,
  SimulatorHttpError,
  readRequestBody,
  parseJsonBody,
  listenOnPort,
} from '../http';
import type { SimulatorResponse } from '../http';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type {
  SimulatorControlEvents,
  SimulatorControlState,
  LampAppearanceUpdate,
  LinkButtonState,
  RedactedRequest,
  SimulatedBridgeInfo,
} from './control-protocol';
import type { SimulatedHomeChange } from '../simulated-home';
import type { LoggedRequest, RequestLog } from '../bridge-server';
import { serializeActiveFaults, replaceFaults } from '../fault-injector';
import type { FaultInjector } from '../fault-injector';
import * as v from 'valibot';
import { isKnownResourceType, supportsOperation } from '../../resources/table';
import { isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import { validateWriteBody } from '../../resources/check-body';
import type { Resource } from '../../resources/resource';
import { getResourceWriteHandler } from '../handlers/table';
import type { SimulationContext } from '../handlers/write-handler';
import { formatFirstIssue } from '../simulator-options';
import type { AcceptedApplicationKeys, LinkButton as Button } from '../pairing';
import { activeFaultsSchema } from './control-protocol';

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

interface SimulatorControlContext {
  bridge: SimulatedBridgeInfo;
  simulation: SimulationContext;
  faults: FaultInjector;
  linkButton: Button;
  log: RequestLog;
  keys: AcceptedApplicationKeys;
}

/** A path, the one method that it takes, and the JSON that it answers. */
interface ControlRoute {
  path: RegExp;
  method: 'GET' | 'POST';
  /**
   * @param body of a POST
   * @throws SimulatorHttpError if the request is invalid
   */
  answer: (context: SimulatorControlContext, body: string, rid: string) => unknown;
}

const controlRoutes: readonly ControlRoute[] = [
  { path: /^\/api\/state$/, method: 'GET', answer: toControlState },
  {
    path: /^\/api\/requests$/,
    method: 'GET',
    answer: ({ log, keys }) => log.requests.map((request) => toRedactedRequest(request, keys)),
  },
  {
    path: /^\/api\/faults$/,
    method: 'POST',
    answer({ faults }, body) {
      const check = v.safeParse(activeFaultsSchema, parseJsonBody(body));
      if (!check.success) throw new SimulatorHttpError(400, formatFirstIssue(check.issues));
      replaceFaults(faults, check.output);
      return serializeActiveFaults(faults);
    },
  },
  {
    path: /^\/api\/link-button$/,
    method: 'POST',
    answer({ linkButton }) {
      linkButton.press();
      return toLinkButtonState(linkButton);
    },
  },
  {
    path: /^\/api\/resource\/([^/]+)$/,
    method: 'POST',
    answer({ simulation }, body, rid) {
      const change = parseJsonBody(body);
      if (isObject(change)) return applyExternalChange(simulation, rid, change);
      throw new SimulatorHttpError(400, 'Send an object with the members to change.');
    },
  },
];

/**
 * @returns undefined for an unknown path
 * @throws SimulatorHttpError if the request is invalid
 */
function handleControlRequest(
  context: SimulatorControlContext,
  method: string,
  path: string,
  body: string,
): SimulatorResponse | undefined {
  const route = controlRoutes.find((candidate) => candidate.path.test(path));
  if (route === undefined) return undefined;
  if (method !== route.method)
    throw new SimulatorHttpError(405, `Only ${route.method} is available here.`);
  const rid = route.path.exec(path)?.[1] ?? '';
  return jsonResponse(200, route.answer(context, body, rid), { 'cache-control': 'no-store' });
}

/**
 * Applies a change from the home, such as a press of a switch. A valid command has all its effects: a grouped light
 * sets its lamps. Any other change is merged into the resource.
 *
 * @throws SimulatorHttpError 404 if there is no such resource, 400 if the handler rejects the command
 */
function applyExternalChange(
  simulation: SimulationContext,
  rid: string,
  change: Members,
): Resource {
  const resource = simulation.home.get(rid);
  if (resource === undefined) throw new SimulatorHttpError(404, `There is no resource ${rid}.`);
  const { type } = resource;
  if (isKnownResourceType(type) && supportsOperation(type, 'update')) {
    const update = getResourceWriteHandler(type)?.update;
    const check = validateWriteBody(type, 'update', change);
    if (check.ok && update !== undefined) {
      update(simulation, resource, check.body.members);
      return simulation.home.get(rid) ?? resource;
    }
  }
  return simulation.home.change(rid, change);
}

function toControlState({
  bridge,
  simulation,
  faults,
  linkButton,
}: SimulatorControlContext): SimulatorControlState {
  return {
    bridge,
    resources: simulation.home.all(),
    faults: serializeActiveFaults(faults),
    linkButton: toLinkButtonState(linkButton),
    appearances: [...simulation.appearances.changedLamps.keys()].flatMap((id) =>
      toLampAppearanceUpdates(simulation, id),
    ),
  };
}

/** Empty if the lamp has not changed since the start. */
function toLampAppearanceUpdates(
  { appearances, timers }: SimulationContext,
  id: string,
): readonly LampAppearanceUpdate[] {
  const appearance = appearances.changedLamps.get(id);
  return appearance === undefined ? [] : [{ id, now: timers.now(), appearance }];
}

const toLinkButtonState = ({ pressedUntil }: Button): LinkButtonState => ({
  pressedUntil: pressedUntil?.toISOString() ?? null,
});

/** Without headers, with all keys redacted. */
const toRedactedRequest = (
  request: LoggedRequest,
  keys: AcceptedApplicationKeys,
): RedactedRequest => ({
  number: request.number,
  at: request.receivedAt.toISOString(),
  method: request.method,
  path: keys.redact(request.path),
  body: keys.redact(request.body).slice(0, 2048),
  status: request.status === 0 ? null : request.status,
  answer: keys.redact(request.responseBody),
  duration: Math.round(request.duration * 10) / 10,
});
