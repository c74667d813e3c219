import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { Aedes } from 'aedes';

/** An MQTT broker on loopback. */
export interface MqttBroker {
  readonly port: number;
  readonly aedes: Aedes;
  /** Breaks all connections, as a network does: clients get no farewell, and the broker sends their last wills. */
  interrupt(): void;
  stop(): Promise<void>;
}

/**
 * Starts a broker.
 *
 * @param port 0 for any that is free; rejects when it is taken
 */
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
