import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { OpenSockets } from './open-sockets';
import { listenOnLoopback } from './scripted-bridge';

/** A TCP server that counts connections and bytes, for addresses that nobody should use. */
export interface RecordingServer {
  port: number;
  /** Number of connections. */
  connections(): number;
  /** Number of bytes received. */
  bytes(): number;
  stop(): Promise<void>;
}

/** @param onConnection called with each connection; without it, connections stay open and silent */
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
