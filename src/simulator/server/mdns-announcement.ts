import { createSocket } from 'node:dgram';
import type { Service, ServiceConfig } from 'bonjour-service';

/** Overrides for the multicast group of the local network (options of `multicast-dns`). */
export interface AnnouncementNetworkOptions {
  /** Address and port to send to. */
  ip?: string;
  port?: number;
  /** Address to receive at. */
  bind?: string;
  multicast?: boolean;
}

interface MdnsAnnouncement {
  /** Address the bridge listens on; if it is a loopback address, only that one is announced. */
  host: string;
  port: number;
  bridgeId: string;
  modelId: string;
  /** Type of the service without `_` and `_tcp`. */
  type: string;
  network: AnnouncementNetworkOptions;
  /** Called with errors of mDNS; they do not stop the simulator. */
  onWarning: (warning: string) => void;
}

/** Port of mDNS (RFC 6762, section 3). */
const mdnsPort = 5353;

/**
 * Announces the bridge by mDNS, as real bridges do: `_hue._tcp` with `bridgeid` and `modelid`
 * (diyHue `services/mdns.py`, hb-hue-tools `HueDiscovery.js`).
 *
 * @returns a function that withdraws the announcement and closes the socket
 */
export async function announceViaMdns(
  announcement: MdnsAnnouncement,
): Promise<() => Promise<void>> {
  const { port, bridgeId, modelId, type, network, onWarning } = announcement;
  const warn = (error: unknown): void =>
    onWarning(`Cannot announce the bridge: ${error instanceof Error ? error.message : 'unknown'}`);
  const portError = await probePort(network);
  if (portError !== undefined) {
    warn(portError);
    return async () => undefined;
  }
  const { default: Bonjour } = await import('bonjour-service');
  const options: Partial<ServiceConfig> & AnnouncementNetworkOptions = { ...network };
  const bonjour = new Bonjour(options, warn);
  const service = bonjour.publish({
    name: `Lighting bridge simulator - ${bridgeId.slice(-6).toUpperCase()}`,
    type,
    port,
    host: `simulator-${bridgeId}.local`,
    txt: { bridgeid: bridgeId, modelid: modelId },
  });
  if (announcement.host.startsWith('127.')) restrictAddressRecords(service, announcement.host);
  return () =>
    new Promise((resolve) => {
      bonjour.unpublishAll(() => bonjour.destroy(() => resolve()));
    });
}

/** Binds the port once beforehand: the library throws an uncaught error if it is not available. */
function probePort({
  port = mdnsPort,
  bind = '0.0.0.0',
}: AnnouncementNetworkOptions): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    socket.once('error', (error) => {
      socket.close();
      resolve(error);
    });
    socket.bind(port, bind, () => {
      socket.close(() => resolve(undefined));
    });
  });
}

/** Removes address records of interfaces on which the bridge does not listen. */
function restrictAddressRecords(service: Service, address: string): void {
  const allRecords = service.records.bind(service);
  service.records = () => [
    ...allRecords().filter(({ type }) => type !== 'A' && type !== 'AAAA'),
    { name: service.host, type: 'A', ttl: 120, data: address },
  ];
}
