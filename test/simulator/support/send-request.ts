import { request } from 'node:https';
import type { Agent } from 'node:https';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { isObject, getNestedMember } from '../../../src/resources/members';
import type { Simulator } from '../../../src/simulator';

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
