import { once } from 'node:events';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';

/** An MQTT broker on loopback. */
export interface MqttBroker {
  readonly port: number;
  readonly aedes: Aedes;
  stop(): Promise<void>;
}

/**
 * Starts a broker.
 *
 * @param port 0 for any that is free; rejects when it is taken
 */
export async function startMqttBroker(port: number): Promise<MqttBroker> {
  const aedes = await Aedes.createBroker();
  const server = createServer(aedes.handle);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    aedes,
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
