import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { listen } from '../../bridge/scripted-bridge';

/** A front before a server that lets one connection in at a time, and takes its time with each. */
export interface SlowHandshakes {
  port: number;
  stop(): Promise<void>;
}

/**
 * @param port of the server behind
 * @param wait until the next connection is let in, in ms
 */
export async function startSlowHandshakes(port: number, wait: number): Promise<SlowHandshakes> {
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let free = 0;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((socket) => {
    track(socket).pause();
    const now = performance.now();
    free = Math.max(free, now) + wait;
    timers.add(
      setTimeout(() => {
        const behind = track(connect(port, '127.0.0.1'));
        socket.pipe(behind).pipe(socket);
        socket.on('close', () => behind.destroy());
        behind.on('close', () => socket.destroy());
      }, free - now),
    );
  });
  return {
    port: await listen(server),
    stop: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
