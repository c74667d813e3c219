import { request } from 'node:https';
import type { Agent } from 'node:https';
import type {
  IncomingHttpHeaders,
  OutgoingHttpHeaders,
  ClientRequest,
  IncomingMessage,
} from 'node:http';
import { isObject, getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator, SimulatedHome, SimulatedHomeChange } from '../../../src/simulator';
import assert from 'node:assert/strict';
import type { ResourceIdentifier } from '../../../src/resources/schemas';
import { on } from 'node:events';

/** A complete response of the simulator. */
export interface ReceivedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: ResponseEnvelope;
}

/** The parts of a response that tests check. */
export interface ResponseEnvelope {
  errors: { description: string }[];
  data: Record<string, unknown>[];
}

/** What is asked for, beyond a plain request with the key. */
export interface RequestOptions {
  headers?: OutgoingHttpHeaders;
  body?: unknown;
  /** Body as it is, instead of JSON. */
  text?: string;
  key?: string | null;
  /** Keeps connections open between requests; without it each has its own. */
  agent?: Agent;
}

/** Sends one request over TLS with nothing but Node, trusting the bridge's own certificate alone. */
export function sendRequest(
  { host, port, key, certificate, bridgeId }: Simulator,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<ReceivedResponse> {
  const text =
    options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const requestKey = options.key === undefined ? key : options.key;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host,
        port,
        method,
        path,
        ca: certificate,
        servername: bridgeId,
        agent: options.agent ?? false,
        headers: {
          ...(requestKey === null ? {} : { 'home-application-key': requestKey }),
          accept: 'application/json',
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...options.headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const received = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: received,
            body: parseEnvelope(received),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** Reads an envelope; what is none has no errors and no data. */
function parseEnvelope(text: string): ResponseEnvelope {
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  return {
    errors: filterObjects(getNestedMember(value, 'errors')).map(({ description }) => ({
      description: String(description),
    })),
    data: filterObjects(getNestedMember(value, 'data')),
  };
}

const filterObjects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** An open event stream, read as plain text. */
interface EventReader {
  status: number;
  /** Everything that came so far. */
  readonly text: string;
  /** True once the other side has closed it. */
  readonly ended: boolean;
  /** Waits until the text matches. */
  waitForText(pattern: RegExp): Promise<string>;
  /** Waits until the other side closes it. */
  waitForEnd(): Promise<true>;
  close(): void;
}

/** Opens the event stream of a simulator. */
export function openEventStream(
  { host, port, key, certificate, bridgeId }: Simulator,
  headers: OutgoingHttpHeaders = {},
): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host,
        port,
        path: '/eventstream/clip/v2',
        ca: certificate,
        servername: bridgeId,
        agent: false,
        headers: { 'home-application-key': key, accept: 'text/event-stream', ...headers },
      },
      (incoming) => resolve(createReader(outgoing, incoming)),
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

function createReader(outgoing: ClientRequest, incoming: IncomingMessage): EventReader {
  let text = '';
  let ended: true | undefined;
  const listeners = new Set<() => void>();
  const notify = (): void => listeners.forEach((listener) => listener());
  incoming.setEncoding('utf8');
  incoming.on('data', (chunk: string) => {
    text += chunk;
    notify();
  });
  incoming.on('error', () => undefined);
  incoming.on('close', () => {
    ended = true;
    notify();
  });
  const waitFor = <Value>(found: () => Value | undefined): Promise<Value> =>
    new Promise((resolve) => {
      const check = (): void => {
        const value = found();
        if (value === undefined) return;
        listeners.delete(check);
        resolve(value);
      };
      listeners.add(check);
      check();
    });
  return {
    status: incoming.statusCode ?? 0,
    get text() {
      return text;
    },
    get ended() {
      return ended === true;
    },
    waitForText: (pattern) => waitFor(() => pattern.exec(text)?.[0]),
    waitForEnd: () => waitFor(() => ended),
    close: () => outgoing.destroy(),
  };
}

/** Path of a resource, or of all of its type. */
export const toPath = (rtype: string, rid = ''): string =>
  `/clip/v2/resource/${rtype}${rid === '' ? '' : `/${rid}`}`;

/** Changes the fixture home of a simulator over the wire; resources are named by their fixture keys. */
export class HomeClient {
  constructor(private readonly simulator: Simulator) {}

  readonly put = (rtype: string, key: string, body: unknown): Promise<ReceivedResponse> =>
    sendRequest(this.simulator, 'PUT', toPath(rtype, createFixtureId(`${rtype}/${key}`)), { body });

  /** @returns id of the new resource */
  readonly create = async (rtype: string, body: unknown): Promise<string> => {
    const answer = await sendRequest(this.simulator, 'POST', toPath(rtype), { body });
    assert.equal(answer.status, 200, answer.text);
    return String(answer.body.data[0]?.['rid']);
  };

  readonly delete = (rtype: string, rid: string): Promise<ReceivedResponse> =>
    sendRequest(this.simulator, 'DELETE', toPath(rtype, rid));

  /** A member of the state that the simulator holds. @param id such as `light/living-floor` */
  readonly getState = (id: string, ...steps: string[]): unknown =>
    getNestedMember(this.simulator.home.get(createFixtureId(id)), ...steps);
}

/** A reference to a resource of the fixture home. */
export const createReference = (rtype: string, key: string): ResourceIdentifier => ({
  rid: createFixtureId(`${rtype}/${key}`),
  rtype,
});

/** The ids in a list of references. */
export const listRids = (list: unknown): unknown[] =>
  (Array.isArray(list) ? list : []).map((entry: unknown) => getNestedMember(entry, 'rid'));

/** Waits until the home is as it should be, looking again after every change. */
export async function waitForHome(home: SimulatedHome, condition: () => boolean): Promise<void> {
  if (condition()) return;
  for await (const _changes of on(home, 'change', { signal: AbortSignal.timeout(30_000) })) {
    if (condition()) return;
  }
}

/** Writes down every change of one resource while something happens. */
export async function collectChanges(
  home: SimulatedHome,
  rid: string,
  action: () => Promise<unknown>,
): Promise<SimulatedHomeChange[]> {
  const changes: SimulatedHomeChange[] = [];
  const recordChange = (change: SimulatedHomeChange): void => {
    if (change.resource.id === rid) changes.push(change);
  };
  home.on('change', recordChange);
  await action();
  home.off('change', recordChange);
  return changes;
}
