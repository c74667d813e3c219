import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { Aedes } from 'aedes';

/** On loopback. */
export interface MqttBroker {
  readonly port: number;
  readonly aedes: Aedes;
  /** Clients get no farewell; the broker sends last wills. */
  interrupt(): void;
  stop(): Promise<void>;
}

/** @param port 0 for any free port; rejects if it is taken */
export async function startMqttBroker(port: number): Promise<MqttBroker> {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    aedes.handle(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    aedes,
    interrupt() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      await new Promise<void>((resolve) => {
        aedes.close(resolve);
      });
      await closed;
    },
  };
}
