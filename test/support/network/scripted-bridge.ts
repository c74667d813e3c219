import { createServer } from 'node:https';
import type { ServerOptions } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BridgeClient } from '../../../src/bridge';
import type { BridgeClientOptions } from '../../../src/bridge';
import { computeFingerprint, createSelfSignedCertificate } from '../../../src/simulator/identity';
import type { CertificateKeyPair } from '../../../src/simulator/identity';
import { listenOnLoopback, OpenSockets } from './sockets';
import { waitUntil } from '../wait-until';

export interface RecordedBridgeRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  rawHeaders: readonly string[];
  body: string;
  /** `performance.now()` at the arrival of the head. */
  at: number;
}

/** A response that the script does not end stays open. */
export type ResponseScript = (seen: RecordedBridgeRequest, response: ServerResponse) => void;

/** The test writes its responses, also malformed ones. */
export interface ScriptedBridge {
  host: string;
  port: number;
  certificate: string;
  fingerprint: string;
  requests: readonly RecordedBridgeRequest[];
  /** All connections, with or without a request. */
  connections: () => number;
  openConnections: () => number;
  /** Most requests in flight at once. */
  maxConcurrentRequests: () => number;
  setScript(script: ResponseScript): void;
  /** Pins this bridge, closed with it. */
  client(options?: Partial<BridgeClientOptions>): BridgeClient;
  /** The clients stay open. */
  stopListening(): Promise<void>;
  stop(): Promise<void>;
}

export const scriptedBridgeId = '0123456789ABCDEF';
export const scriptedKey = 'scripted-key-0123456789';
export const lampId = '11111111-2222-4333-8444-000000000001';
export const otherLampId = '11111111-2222-4333-8444-000000000002';

/** Shared: generating keys takes time. */
export const defaultIdentity: CertificateKeyPair = createSelfSignedCertificate({
  commonName: scriptedBridgeId,
});

/** Executes every request. */
export const respondAsBridge: ResponseScript = (seen, response) => {
  const [, , , , rtype = '', rid = ''] = seen.path.split('/');
  const data =
    seen.method === 'GET'
      ? [{ id: rid === '' ? lampId : rid, type: rtype === '' ? 'bridge' : rtype }]
      : [{ rid: rid === '' ? lampId : rid, rtype }];
  response.setHeader('content-type', 'application/json');
  response.statusCode = seen.method === 'POST' ? 201 : 200;
  response.end(JSON.stringify({ errors: [], data }));
};

export const respondWith =
  (status: number, body: unknown = '', headers: Record<string, string> = {}): ResponseScript =>
  (_seen, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Listens on loopback. */
export async function startScriptedBridge(
  options: { port?: number; identity?: CertificateKeyPair; tls?: ServerOptions } = {},
): Promise<ScriptedBridge> {
  const identity = options.identity ?? defaultIdentity;
  const requests: RecordedBridgeRequest[] = [];
  const sockets = new OpenSockets();
  const clients: BridgeClient[] = [];
  let script = respondAsBridge;
  let connections = 0;
  let concurrentRequests = 0;
  let maxConcurrentRequests = 0;
  const server = createServer(
    { key: identity.privateKey, cert: identity.certificate, ...options.tls },
    (request, response) => {
      const at = performance.now();
      concurrentRequests += 1;
      maxConcurrentRequests = Math.max(maxConcurrentRequests, concurrentRequests);
      response.once('close', () => (concurrentRequests -= 1));
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers, rawHeaders } = request;
        const body = Buffer.concat(chunks).toString('utf8');
        const seen = { method, path: url, headers, rawHeaders, body, at };
        requests.push(seen);
        script(seen, response);
      });
    },
  );
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.track(socket);
  });
  const port = await listenOnLoopback(server, options.port ?? 0);
  const fingerprint = computeFingerprint(identity.certificate);
  const stopListening = async (): Promise<void> => {
    if (server.listening) await sockets.stop(server);
  };
  return {
    host: '127.0.0.1',
    port,
    certificate: identity.certificate,
    fingerprint,
    requests,
    connections: () => connections,
    openConnections: () => sockets.count,
    maxConcurrentRequests: () => maxConcurrentRequests,
    setScript(next) {
      script = next;
    },
    client(settings = {}) {
      const trust = { fingerprint };
      const client = new BridgeClient({
        host: '127.0.0.1',
        port,
        key: scriptedKey,
        trust,
        ...settings,
      });
      clients.push(client);
      return client;
    },
    stopListening,
    async stop() {
      await Promise.all(clients.map((client) => client.close()));
      await stopListening();
    },
  };
}

/** Answers all other requests. */
export function leaveUnanswered(rids: Iterable<string>): ResponseScript {
  const unanswered = new Set(rids);
  return (seen, response) => {
    if (!unanswered.has(seen.path.split('/').at(-1) ?? '')) respondAsBridge(seen, response);
  };
}

/**
 * Takes `rate` writes a second, after a burst of one second's worth.
 *
 * @param statuses of refusals, in turn
 */
export function refuseBeyond(rate: number, statuses: readonly number[]): ResponseScript {
  let tokens = rate;
  let refilledAt = performance.now();
  let refused = 0;
  return (seen, response) => {
    if (seen.method === 'GET') return respondAsBridge(seen, response);
    tokens = Math.min(rate, tokens + ((seen.at - refilledAt) * rate) / 1_000);
    refilledAt = seen.at;
    if (tokens >= 1) {
      tokens -= 1;
      return respondAsBridge(seen, response);
    }
    refused += 1;
    return respondWith(statuses[refused % statuses.length] ?? 429)(seen, response);
  };
}

/** Answers 503 for `duration` ms, then as a bridge. */
export function refuseFor(duration: number): ResponseScript {
  const end = performance.now() + duration;
  return (seen, response) => (seen.at < end ? respondWith(503) : respondAsBridge)(seen, response);
}

/**
 * Clients wait for the bridge.
 *
 * @returns also the ms until the first request beyond the check for the bridge
 */
export async function measureReturn(
  port: number,
): Promise<{ bridge: ScriptedBridge; took: number }> {
  const bridge = await startScriptedBridge({ port });
  const startedAt = performance.now();
  const findRequest = (): number | undefined =>
    bridge.requests.find(({ path }) => !path.endsWith('/bridge'))?.at;
  await waitUntil('a request of the flows', () => findRequest() !== undefined);
  return { bridge, took: (findRequest() ?? Infinity) - startedAt };
}
