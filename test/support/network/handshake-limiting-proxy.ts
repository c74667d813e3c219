import { createServer } from 'node:net';
import { OpenSockets, forwardConnection } from './open-sockets';
import { listenOnLoopback } from './scripted-bridge';

/** One TCP connection per interval, as a server that is slow with TLS handshakes. */
export interface HandshakeLimitingProxy {
  port: number;
  stop(): Promise<void>;
}

/**
 * @param port upstream
 * @param interval in ms
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
