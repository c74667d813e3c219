import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { listenOnLoopback } from './scripted-bridge';

/** A TCP proxy whose upstream server can be changed at any time. */
export interface SwitchableProxy {
  port: number;
  /** Number of accepted connections. */
  connections(): number;
  /** Changes the upstream port, and closes open connections. */
  switchTo(port: number): void;
  stop(): Promise<void>;
}

/** @param port of the first upstream server */
export async function startSwitchableProxy(port: number): Promise<SwitchableProxy> {
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
    const upstream = track(connect(target, '127.0.0.1'));
    track(socket).pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  });
  const closeSockets = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: await listenOnLoopback(server),
    connections: () => connections,
    switchTo(next) {
      target = next;
      closeSockets();
    },
    stop: () =>
      new Promise((resolve) => {
        closeSockets();
        server.close(() => resolve());
      }),
  };
}
