import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { announceViaMdns } from '../../../src/simulator/mdns-announcement';

/** A test then receives only its own datagrams. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** Announces to one port of this machine, without multicast. */
export const createLoopbackNetwork = (port: number) => ({
  network: { ip: '127.0.0.1', port, bind: '127.0.0.2', multicast: false },
});

/**
 * Announces once a second, as a bridge that answers queries does.
 *
 * @param port UDP port of listeners
 * @returns stops the announcements
 */
export async function announceRepeatedly(
  port: number,
  bridge: { port: number; bridgeId: string },
): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  const announceOnce = async (): Promise<void> => {
    const stop = await announceViaMdns({
      ...createLoopbackNetwork(port),
      ...bridge,
      host: '127.0.0.1',
      modelId: 'BSB002',
      type: 'hue',
      onWarning: (warning) => assert.fail(warning),
    });
    stops.push(stop);
  };
  let last = announceOnce();
  await last;
  const timer = setInterval(() => {
    last = last.then(announceOnce);
  }, 1_000);
  return async () => {
    clearInterval(timer);
    await last;
    for (const stop of stops) await stop();
  };
}
