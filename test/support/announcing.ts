import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { announce } from '../../src/simulator/announce';

/** A UDP port that nobody uses, so that a test hears itself alone. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** How to announce something to those who listen on a port of this machine, without multicast. */
export const announceTo = (port: number) => ({
  network: { ip: '127.0.0.1', port, bind: '127.0.0.2', multicast: false },
});

/**
 * Announces a bridge again and again, as a bridge that answers everybody who asks.
 *
 * @param port UDP port of those who listen
 * @returns ends it
 */
export async function keepAnnouncing(
  port: number,
  bridge: { port: number; bridgeId: string },
): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = [];
  const again = async (): Promise<void> => {
    const end = await announce({
      ...announceTo(port),
      ...bridge,
      host: '127.0.0.1',
      modelId: 'BSB002',
      type: 'hue',
      onWarning: (warning) => assert.fail(warning),
    });
    ends.push(end);
  };
  let last = again();
  await last;
  const timer = setInterval(() => {
    last = last.then(again);
  }, 1_000);
  return async () => {
    clearInterval(timer);
    await last;
    for (const end of ends) await end();
  };
}
