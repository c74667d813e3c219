import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { OpenSockets, listenOnLoopback } from './sockets';
import { scriptedBridgeId } from './scripted-bridge';
import { createServer as createTlsServer } from 'node:tls';
import type { TLSSocket, TlsOptions } from 'node:tls';
import { computeFingerprint, createSelfSignedCertificate } from '../../../src/simulator/identity';
import type { CertificateKeyPair } from '../../../src/simulator/identity';

/** A TCP server for addresses that nobody should use. */
export interface RecordingServer {
  port: number;
  connections(): number;
  /** Number of received bytes. */
  bytes(): number;
  stop(): Promise<void>;
}

/** @param onConnection by default, connections stay silent */
export async function startRecordingServer(
  onConnection: (socket: Socket) => void = () => {},
): Promise<RecordingServer> {
  const sockets = new OpenSockets();
  let connections = 0;
  let bytes = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.track(socket);
    socket.on('data', (chunk) => (bytes += chunk.length));
    onConnection(socket);
  });
  return {
    port: await listenOnLoopback(server),
    connections: () => connections,
    bytes: () => bytes,
    stop: () => sockets.stop(server),
  };
}

/** A TLS server with the bridge's name in its certificate, but another key. Records what it receives. */
export interface Impostor {
  port: number;
  fingerprint: string;
  connections(): number;
  /** Decrypted bytes. */
  receivedBytes(): number;
  /** Resumed TLS sessions. */
  resumedSessions(): number;
  stop(): Promise<void>;
}

const otherIdentity = createSelfSignedCertificate({ commonName: scriptedBridgeId });

/** @param options by default any port and its own certificate */
export async function startImpostor(
  options: { port?: number; identity?: CertificateKeyPair; tls?: TlsOptions } = {},
): Promise<Impostor> {
  const identity = options.identity ?? otherIdentity;
  const sockets = new OpenSockets();
  let connections = 0;
  let receivedBytes = 0;
  let resumedSessions = 0;
  const server = createTlsServer(
    { key: identity.privateKey, cert: identity.certificate, ...options.tls },
    (socket: TLSSocket) => {
      if (socket.isSessionReused()) resumedSessions += 1;
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk: Buffer) => (receivedBytes += chunk.length));
    },
  );
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.track(socket);
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return {
    port: await listenOnLoopback(server, options.port),
    fingerprint: computeFingerprint(identity.certificate),
    connections: () => connections,
    receivedBytes: () => receivedBytes,
    resumedSessions: () => resumedSessions,
    stop: () => sockets.stop(server),
  };
}
