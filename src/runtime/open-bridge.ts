import { readFile } from 'node:fs/promises';
import { BridgeClient, BridgeError } from '../bridge';
import type { DiscoveryOptions, Trust } from '../bridge';
import { asError } from './command-error';
import { CommandOrder } from './command-order';
import type { BridgeSettings } from './bridge-settings';
import { KnownHome } from './known-home';
import type { Certificate, KnownBridges } from './known-bridges';
import { followOf } from './moved-bridge';

/** A bridge that can be talked to, with what the nodes that share it know together. */
export interface OpenBridge {
  readonly client: BridgeClient;
  readonly home: KnownHome;
  readonly order: CommandOrder;
}

/**
 * Makes the client of a deployed bridge. It begins to read the home at once, so that names are known
 * when the first message comes; a bridge that is away changes nothing here.
 *
 * @param discovery how the bridge is looked for while it is away
 * @param warn says something to people
 * @throws {BridgeError} when a file that says whom to trust cannot be read
 */
export async function openBridge(
  settings: BridgeSettings,
  known: KnownBridges,
  discovery: Pick<DiscoveryOptions, 'serviceType' | 'port'>,
  warn: (warning: string) => void,
): Promise<OpenBridge> {
  const { host, port, key, keyHeader, events, limits } = settings;
  const trust = await trustOf(settings, known);
  const met = await known.find(placeOf(settings)).catch((error: unknown) => {
    warn(`The file of known bridges cannot be read: ${asError(error).message}`);
    return undefined;
  });
  const client = new BridgeClient({
    host,
    port,
    key,
    keyHeader,
    events,
    limits,
    trust,
    follow: followOf(settings, known, met, discovery, warn),
    onWarning: warn,
  });
  client.mirror.refresh().catch((error: unknown) => {
    // A bridge that is away is told of by its connection state.
    if (client.connection.kind === 'connected') warn(asError(error).message);
  });
  return {
    client,
    home: new KnownHome(client.mirror, () => client.connection.mode === 'stream'),
    order: new CommandOrder(),
  };
}

/** Settings that say whom to trust. */
type TrustSettings = Pick<BridgeSettings, 'host' | 'port' | 'bridgeId' | 'fingerprint' | 'caFile'>;

/** Whom to trust: what a person pinned, else the certificate that was met first at this address. */
export async function trustOf(settings: TrustSettings, known: KnownBridges): Promise<Trust> {
  const { bridgeId, fingerprint, caFile } = settings;
  const named = bridgeId === undefined ? {} : { bridgeId };
  if (caFile !== undefined) {
    const ca = await readTrusted(caFile, () => readFile(caFile, 'utf8'));
    return { ...named, ca, ...(fingerprint === undefined ? {} : { fingerprint }) };
  }
  if (fingerprint !== undefined) return { ...named, fingerprint };
  const place = placeOf(settings);
  const met = await readTrusted(fileOfKnown, () => known.find(place));
  if (met !== undefined) return { ...named, fingerprint: met.fingerprint };
  return {
    ...named,
    onFirstUse: (seen) => meet(place, seen, known),
  };
}

/**
 * Remembers a certificate that is met first, unless another node of the same address has met one meanwhile.
 *
 * @throws Error when that was another certificate
 */
async function meet(place: string, seen: Certificate, known: KnownBridges): Promise<void> {
  const met = await known.meet(place, seen);
  if (met.fingerprint !== seen.fingerprint) throw new Error('another one was met there before');
}

const placeOf = ({ host, port }: TrustSettings): string => `${host}:${port}`;

const fileOfKnown = 'the file of known bridges';

async function readTrusted<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new BridgeError(
      'ERR_BRIDGE_UNTRUSTED',
      `Nobody can tell whether this is the right bridge, because ${what} cannot be read: ${reason}. Nothing was sent.`,
    );
  }
}
