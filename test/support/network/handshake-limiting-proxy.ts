import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { listenOnLoopback } from './scripted-bridge';

/** A TCP proxy that accepts one connection per interval, as a slow server does with TLS handshakes. */
export interface HandshakeLimitingProxy {
  port: number;
  stop(): Promise<void>;
}

/**
 * @param port of the upstream server
 * @param interval between two connections, in ms
 */
export async function startHandshakeLimitingProxy(
  port: number,
  interval: number,
): Promise<HandshakeLimitingProxy> {
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let nextFreeAt = 0;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((socket) => {
    track(socket).pause();
    const now = performance.now();
    nextFreeAt = Math.max(nextFreeAt, now) + interval;
    timers.add(
      setTimeout(() => {
        const upstream = track(connect(port, '127.0.0.1'));
        socket.pipe(upstream).pipe(socket);
        socket.on('close', () => upstream.destroy());
        upstream.on('close', () => socket.destroy());
      }, nextFreeAt - now),
    );
  });
  return {
    port: await listenOnLoopback(server),
    stop: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
