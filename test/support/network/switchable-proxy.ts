import { createServer } from 'node:net';
import { OpenSockets, forwardConnection } from './open-sockets';
import { listenOnLoopback } from './scripted-bridge';

/** Its upstream server can be changed at any time. */
export interface SwitchableProxy {
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
