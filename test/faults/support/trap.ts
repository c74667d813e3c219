import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { listen } from '../../bridge/scripted-bridge';

/** A place to which nobody should connect. */
export interface Trap {
  port: number;
  /** Connections that came. */
  connections(): number;
  /** Bytes that came. */
  bytes(): number;
  stop(): Promise<void>;
}

/** @param greet called with each connection; it is held open and silent without */
export async function startTrap(greet: (socket: Socket) => void = () => {}): Promise<Trap> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytes = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('data', (chunk) => (bytes += chunk.length));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    greet(socket);
  });
  return {
    port: await listen(server),
    connections: () => connections,
    bytes: () => bytes,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
