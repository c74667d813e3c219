import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { listen } from '../../bridge/scripted-bridge';

/** One address behind which another server can be put at any moment. */
export interface Switchboard {
  port: number;
  /** Connections that came. */
  connections(): number;
  /** Puts another server behind the address, and cuts what is open. */
  switchTo(port: number): void;
  stop(): Promise<void>;
}

/** @param port of the server behind at first */
export async function startSwitchboard(port: number): Promise<Switchboard> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let target = port;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((socket) => {
    connections += 1;
    const behind = track(connect(target, '127.0.0.1'));
    track(socket).pipe(behind).pipe(socket);
    socket.on('close', () => behind.destroy());
    behind.on('close', () => socket.destroy());
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: await listen(server),
    connections: () => connections,
    switchTo(next) {
      target = next;
      cut();
    },
    stop: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
