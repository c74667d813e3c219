import { createServer } from 'node:net';
import { OpenSockets, forwardConnection } from './open-sockets';
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
  const sockets = new OpenSockets();
  const timers = new Set<NodeJS.Timeout>();
  let nextFreeAt = 0;
  const server = createServer((socket) => {
    sockets.track(socket).pause();
    const now = performance.now();
    nextFreeAt = Math.max(nextFreeAt, now) + interval;
    timers.add(setTimeout(() => forwardConnection(socket, port, sockets), nextFreeAt - now));
  });
  return {
    port: await listenOnLoopback(server),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      return sockets.stop(server);
    },
  };
}
