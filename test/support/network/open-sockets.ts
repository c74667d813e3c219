import { connect } from 'node:net';
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

/** Connects to loopback; each side ends with the other. */
export function forwardConnection(socket: Socket, port: number, sockets: OpenSockets): void {
  const upstream = sockets.track(connect(port, '127.0.0.1'));
  sockets.track(socket).pipe(upstream).pipe(socket);
  socket.on('close', () => upstream.destroy());
  upstream.on('close', () => socket.destroy());
}
