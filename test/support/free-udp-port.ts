import { createSocket } from 'node:dgram';
import { once } from 'node:events';

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
