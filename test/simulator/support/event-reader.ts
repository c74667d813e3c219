import { request } from 'node:https';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Simulator } from '../../../src/simulator';

/** An open event stream, read as plain text. */
export interface EventReader {
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
