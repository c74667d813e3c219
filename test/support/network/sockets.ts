import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

/** Ends the sockets with their server. */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();

  get count(): number {
    return this.#sockets.size;
  }

  /** Ends a socket at its first error. */
  track<Kind extends Socket>(socket: Kind): Kind {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    return socket;
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Closes the server and its connections. */
  stop(server: Server): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve());
      this.destroyAll();
    });
  }
}

/** @returns the port */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Finds a port of loopback. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return port;
}

/** Connects to loopback; each side ends with the other. */
export function forwardConnection(socket: Socket, port: number, sockets: OpenSockets): void {
  const upstream = sockets.track(connect(port, '127.0.0.1'));
  sockets.track(socket).pipe(upstream).pipe(socket);
  socket.on('close', () => upstream.destroy());
  upstream.on('close', () => socket.destroy());
}

/** Its upstream server can be changed at any time. */
interface SwitchableProxy {
  port: number;
  /** Number of accepted connections. */
  connections(): number;
  /** Closes open connections. */
  switchTo(port: number): void;
  stop(): Promise<void>;
}

/** @param port of the first server */
export async function startSwitchableProxy(port: number): Promise<SwitchableProxy> {
  const sockets = new OpenSockets();
  let connections = 0;
  let target = port;
  const server = createServer((socket) => {
    connections += 1;
    forwardConnection(socket, target, sockets);
  });
  return {
    port: await listenOnLoopback(server),
    connections: () => connections,
    switchTo(next) {
      target = next;
      sockets.destroyAll();
    },
    stop: () => sockets.stop(server),
  };
}

/** One TCP connection per interval, as a server that is slow with TLS handshakes. */
interface HandshakeLimitingProxy {
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
