import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { Server, Socket } from 'node:net';
import { BridgeClient } from '../../../src/bridge';
import { computeFingerprint, createSelfSignedCertificate } from '../../../src/simulator/identity';
import type { BridgeClientOptions } from '../../../src/bridge';
import type { CertificateKeyPair } from '../../../src/simulator/identity';
import { OpenSockets } from './open-sockets';

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

/** @returns the port */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
