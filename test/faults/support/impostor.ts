import { createServer } from 'node:tls';
import type { TLSSocket, TlsOptions } from 'node:tls';
import type { Socket } from 'node:net';
import { fingerprintOf, selfSignedCertificate } from '../../../src/simulator/certificate';
import type { CertifiedKey } from '../../../src/simulator/certificate';
import { listen, scriptedBridgeId } from '../../bridge/scripted-bridge';

/** Somebody who speaks TLS, names the id of the bridge, and waits for what comes. */
export interface Impostor {
  port: number;
  fingerprint: string;
  connections(): number;
  /** Bytes of HTTP, or of anything else inside TLS, that came. */
  bytes(): number;
  /** TLS sessions that were taken up again. */
  resumed(): number;
  stop(): Promise<void>;
}

const otherIdentity = selfSignedCertificate({ commonName: scriptedBridgeId });

/** @param options port to listen on, certificate and TLS settings; any port and one of its own without */
export async function startImpostor(
  options: { port?: number; identity?: CertifiedKey; tls?: TlsOptions } = {},
): Promise<Impostor> {
  const identity = options.identity ?? otherIdentity;
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytes = 0;
  let resumed = 0;
  const server = createServer(
    { key: identity.privateKey, cert: identity.certificate, ...options.tls },
    (socket: TLSSocket) => {
      if (socket.isSessionReused()) resumed += 1;
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    },
  );
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return {
    port: await listen(server, options.port),
    fingerprint: fingerprintOf(identity.certificate),
    connections: () => connections,
    bytes: () => bytes,
    resumed: () => resumed,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
