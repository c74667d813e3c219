import type { Service, ServiceConfig } from 'bonjour-service';

/** What is announced on the local network. */
export interface Announcement {
  /** Address the bridge listens on; on loopback only that is announced. */
  host: string;
  port: number;
  bridgeId: string;
  modelId: string;
  /** Type of the service without `_` and `_tcp`. */
  type: string;
  /** Address of the interface to announce on, instead of all. */
  interface?: string | undefined;
  /** Told what goes wrong; announcing is never worth an end of the simulator. */
  onWarning: (warning: string) => void;
}

/**
 * Announces the bridge by mDNS, as real bridges do: `_hue._tcp` with `bridgeid` and `modelid` (diyHue
 * `services/mdns.py`, hb-hue-tools `HueDiscovery.js`).
 *
 * @returns takes the announcement back
 */
export async function announce(announcement: Announcement): Promise<() => Promise<void>> {
  const { port, bridgeId, modelId, type, onWarning } = announcement;
  const { default: Bonjour } = await import('bonjour-service');
  const warn = (error: unknown): void =>
    onWarning(`Cannot announce the bridge: ${error instanceof Error ? error.message : 'unknown'}`);
  const options: Partial<ServiceConfig> & { interface?: string } =
    announcement.interface === undefined ? {} : { interface: announcement.interface };
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

/** Keeps addresses out at which the bridge does not listen. */
function announceOnly(service: Service, address: string): void {
  const all = service.records.bind(service);
  service.records = () => [
    ...all().filter(({ type }) => type !== 'A' && type !== 'AAAA'),
    { name: service.host, type: 'A', ttl: 120, data: address },
  ];
}
