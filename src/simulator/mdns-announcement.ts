import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import type { Service, ServiceConfig } from 'bonjour-service';

/** For another multicast group (options of `multicast-dns`). */
export interface AnnouncementNetworkOptions {
  /** Where to send. */
  ip?: string;
  port?: number;
  /** Where to receive. */
  bind?: string;
  multicast?: boolean;
}

interface MdnsAnnouncement {
  /** Where the bridge listens; on loopback, only this machine hears of the bridge. */
  host: string;
  port: number;
  bridgeId: string;
  modelId: string;
  /** Without `_` and `_tcp`. */
  type: string;
  network: AnnouncementNetworkOptions;
  /** Errors of mDNS do not stop the simulator. */
  onWarning: (warning: string) => void;
}

/** RFC 6762, section 3. */
const mdnsPort = 5353;
const mdnsAddress = '224.0.0.251';

/**
 * As real bridges do: `_hue._tcp` with `bridgeid` and `modelid` (diyHue `services/mdns.py`, hb-hue-tools
 * `HueDiscovery.js`).
 *
 * @returns a function that withdraws the announcement and closes the socket
 */
export async function announceViaMdns(
  announcement: MdnsAnnouncement,
): Promise<() => Promise<void>> {
  const { port, bridgeId, modelId, type, network, onWarning } = announcement;
  const warn = (error: unknown): void =>
    onWarning(`Cannot announce the bridge: ${error instanceof Error ? error.message : 'unknown'}`);
  const isLocal = announcement.host.startsWith('127.');
  let localSocket: Socket | undefined;
  try {
    const socket = await openSocket(network);
    if (isLocal) localSocket = socket;
    else socket.close();
  } catch (error) {
    warn(error);
    return async () => undefined;
  }
  const { default: Bonjour } = await import('bonjour-service');
  const options: Partial<ServiceConfig> & MulticastOptions = {
    ...network,
    ...(localSocket === undefined ? {} : { socket: localSocket, bind: false }),
  };
  const bonjour = new Bonjour(options, warn);
  const service = bonjour.publish({
    name: `Lighting bridge simulator - ${bridgeId.slice(-6).toUpperCase()}`,
    type,
    port,
    host: `simulator-${bridgeId}.local`,
    txt: { bridgeid: bridgeId, modelid: modelId },
  });
  if (isLocal) restrictAddressRecords(service, announcement.host);
  return () =>
    new Promise((resolve) => {
      bonjour.unpublishAll(() => bonjour.destroy(() => resolve()));
    });
}

/** A socket that listens already is not bound again. */
type MulticastOptions = Omit<AnnouncementNetworkOptions, 'bind'> & {
  bind?: string | false;
  socket?: Socket;
};

/**
 * Datagrams do not leave this machine. Also tests the port: the library throws an uncaught error if the port is taken.
 */
async function openSocket({
  port = mdnsPort,
  bind = '0.0.0.0',
  ip = mdnsAddress,
  multicast = true,
}: AnnouncementNetworkOptions): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  try {
    socket.bind(port, bind);
    await once(socket, 'listening');
    if (multicast) joinMulticastGroup(socket, ip);
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  }
}

function joinMulticastGroup(socket: Socket, group: string): void {
  socket.setMulticastTTL(0);
  for (const addresses of Object.values(networkInterfaces())) {
    const address = addresses?.find(({ family }) => family === 'IPv4');
    if (address !== undefined) socket.addMembership(group, address.address);
  }
}

/** Of interfaces on which the bridge does not listen. */
function restrictAddressRecords(service: Service, address: string): void {
  const allRecords = service.records.bind(service);
  service.records = () => [
    ...allRecords().filter(({ type }) => type !== 'A' && type !== 'AAAA'),
    { name: service.host, type: 'A', ttl: 120, data: address },
  ];
}
