import { createSocket } from 'node:dgram';
import type { Service, ServiceConfig } from 'bonjour-service';

/** Where announcements go, instead of to everybody on the local network (options of `multicast-dns`). */
export interface AnnouncementNetwork {
  /** Address and port to send to. */
  ip?: string;
  port?: number;
  /** Address to receive at. */
  bind?: string;
  multicast?: boolean;
}

/** What is announced on the local network. */
export interface Announcement {
  /** Address the bridge listens on; on loopback only that is announced. */
  host: string;
  port: number;
  bridgeId: string;
  modelId: string;
  /** Type of the service without `_` and `_tcp`. */
  type: string;
  network: AnnouncementNetwork;
  /** Told what goes wrong; announcing is never worth an end of the simulator. */
  onWarning: (warning: string) => void;
}

/** Port of mDNS (RFC 6762, section 3). */
const mdnsPort = 5353;

/**
 * Announces the bridge by mDNS, as real bridges do: `_hue._tcp` with `bridgeid` and `modelid` (diyHue
 * `services/mdns.py`, hb-hue-tools `HueDiscovery.js`).
 *
 * @returns takes the announcement back
 */
export async function announce(announcement: Announcement): Promise<() => Promise<void>> {
  const { port, bridgeId, modelId, type, network, onWarning } = announcement;
  const warn = (error: unknown): void =>
    onWarning(`Cannot announce the bridge: ${error instanceof Error ? error.message : 'unknown'}`);
  const trouble = await troubleWith(network);
  if (trouble !== undefined) {
    warn(trouble);
    return async () => undefined;
  }
  const { default: Bonjour } = await import('bonjour-service');
  const options: Partial<ServiceConfig> & AnnouncementNetwork = { ...network };
  const bonjour = new Bonjour(options, warn);
  const service = bonjour.publish({
    name: `Lighting bridge simulator - ${bridgeId.slice(-6).toUpperCase()}`,
    type,
    port,
    host: `simulator-${bridgeId}.local`,
    txt: { bridgeid: bridgeId, modelid: modelId },
  });
  if (announcement.host.startsWith('127.')) announceOnly(service, announcement.host);
  return () =>
    new Promise((resolve) => {
      bonjour.unpublishAll(() => bonjour.destroy(() => resolve()));
    });
}

/** Tries the port first: where it cannot be had, the library would end the process. */
function troubleWith({
  port = mdnsPort,
  bind = '0.0.0.0',
}: AnnouncementNetwork): Promise<Error | undefined> {
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

/** Keeps addresses out at which the bridge does not listen. */
function announceOnly(service: Service, address: string): void {
  const all = service.records.bind(service);
  service.records = () => [
    ...all().filter(({ type }) => type !== 'A' && type !== 'AAAA'),
    { name: service.host, type: 'A', ttl: 120, data: address },
  ];
}
