import { request } from 'node:https';
import type { Agent } from 'node:https';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { isObject, member } from '../../src/resources';
import type { Simulator } from '../../src/simulator';

/** An answer of the bridge, read to its end. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: Envelope;
}

/** The parts of an answer that tests look at. */
export interface Envelope {
  errors: { description: string }[];
  data: Record<string, unknown>[];
}

/** What is asked for, beyond a plain request with the key. */
export interface Asked {
  headers?: OutgoingHttpHeaders;
  body?: unknown;
  /** Body as it is, instead of JSON. */
  text?: string;
  key?: string | null;
  /** Keeps connections open between requests; without it each has its own. */
  agent?: Agent;
}

/** Sends one request over TLS with nothing but Node, trusting the bridge's own certificate alone. */
export function ask(
  { host, port, key, certificate, bridgeId }: Simulator,
  method: string,
  path: string,
  asked: Asked = {},
): Promise<Received> {
  const text = asked.text ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
  const given = asked.key === undefined ? key : asked.key;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host,
        port,
        method,
        path,
        ca: certificate,
        servername: bridgeId,
        agent: asked.agent ?? false,
        headers: {
          ...(given === null ? {} : { 'home-application-key': given }),
          accept: 'application/json',
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...asked.headers,
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
            body: envelope(received),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** Reads an envelope; what is none has no errors and no data. */
function envelope(text: string): Envelope {
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  return {
    errors: objectsIn(member(value, 'errors')).map(({ description }) => ({
      description: String(description),
    })),
    data: objectsIn(member(value, 'data')),
  };
}

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
