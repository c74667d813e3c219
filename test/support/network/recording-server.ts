import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { OpenSockets } from './open-sockets';
import { listenOnLoopback } from './scripted-bridge';

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
