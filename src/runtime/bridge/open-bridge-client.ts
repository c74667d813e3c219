import { readFile } from 'node:fs/promises';
import { BridgeClient, BridgeError } from '../../bridge';
import { changedCertificateHint } from '../../bridge/tls';
import type { DiscoveryOptions, TrustOptions, RediscoveryOptions } from '../../bridge';
import { FileError } from '../../files/file-error';
import { resolveClientLimits } from '../../bridge/limits';
import type { ClientLimits } from '../../bridge/limits';
import { toError } from '../settings/node-errors';
import type { BridgeStore } from './store/bridge-store';
import type { BridgeSettings } from './bridge-settings';
import { getPickedName } from '../settings/picked-names';
import { StateReader } from '../../bridge/read-state';
import type {
  CertificateIdentity,
  KnownBridgeCertificates,
  KnownBridgeCertificate,
} from './store/known-bridge-certificates';
import { isSameFingerprint } from '../../bridge/bridge-identity';

export interface OpenedBridge {
  readonly client: BridgeClient;
  readonly stateReader: StateReader;
  readonly limits: ClientLimits;
  readonly store: BridgeStore;
  readonly showsStates: boolean;
}

/**
 * Starts to read all resources, so that names are known when the first message arrives. Does not wait for the read,
 * and does not fail if the bridge is unreachable.
 *
 * @param discovery for mDNS while the bridge is unreachable
 * @param store receives the identity of the bridge
 * @throws {BridgeError} when the CA file or the file of known bridges cannot be read
 */
export async function openBridgeClient(
  settings: BridgeSettings,
  knownBridges: KnownBridgeCertificates,
  discovery: Pick<DiscoveryOptions, 'serviceType' | 'port'>,
  warn: (warning: string) => void,
  store: BridgeStore,
): Promise<OpenedBridge> {
  const { host, port, key, keyHeader, events, limits } = settings;
  const trust = await resolveTrust(settings, knownBridges, ({ commonName, fingerprint }) =>
    store.identify({ bridgeId: commonName, fingerprint }),
  );
  const knownBridge = await knownBridges.find(toHostPort(settings)).catch((error: unknown) => {
    warn(`The file of known bridges cannot be read: ${toError(error).message}`);
    return undefined;
  });
  const rediscovery = createRediscoveryOptions(
    settings,
    knownBridges,
    knownBridge,
    discovery,
    warn,
  );
  store.identify({ bridgeId: rediscovery.bridgeId, fingerprint: trust.fingerprint });
  const client = new BridgeClient({
    host,
    port,
    key,
    keyHeader,
    events,
    limits,
    trust,
    follow: rediscovery,
    onWarning: warn,
    findFormerName: getPickedName,
  });
  client.stateCache.refresh().catch((error: unknown) => {
    // The connection state already reports an unreachable bridge.
    if (client.connectionState.kind === 'connected') warn(toError(error).message);
  });
  return {
    client,
    showsStates: settings.showStates,
    stateReader: new StateReader(client.stateCache, () => client.connectionState.mode === 'stream'),
    limits: resolveClientLimits(limits),
    store,
  };
}

type TrustSettings = Pick<BridgeSettings, 'host' | 'port' | 'bridgeId' | 'fingerprint' | 'caFile'>;

/**
 * Trusts the certificate that the settings pin, otherwise the one that is stored for the address, otherwise the first
 * one.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNTRUSTED when a file cannot be read
 */
export async function resolveTrust(
  settings: TrustSettings,
  knownBridges: KnownBridgeCertificates,
  onFirstTrusted?: (certificate: CertificateIdentity) => void,
): Promise<TrustOptions> {
  const { bridgeId, fingerprint, caFile } = settings;
  const expectedId = bridgeId === undefined ? {} : { bridgeId };
  if (caFile !== undefined) {
    const ca = await readTrustSource(caFile, () => readFile(caFile, 'utf8'));
    return { ...expectedId, ca, ...(fingerprint === undefined ? {} : { fingerprint }) };
  }
  if (fingerprint !== undefined) return { ...expectedId, fingerprint };
  const hostPort = toHostPort(settings);
  const knownBridge = await readTrustSource(knownBridgesFileLabel, () =>
    knownBridges.find(hostPort),
  );
  if (knownBridge !== undefined) return { ...expectedId, fingerprint: knownBridge.fingerprint };
  return {
    ...expectedId,
    async onFirstUse(certificate) {
      await trustOnFirstUse(hostPort, certificate, knownBridges);
      onFirstTrusted?.(certificate);
    },
  };
}

/**
 * Stores a certificate, unless another node has stored one for this address meanwhile.
 *
 * @throws Error with a remedy, if the other certificate differs or if the certificate cannot be stored
 */
async function trustOnFirstUse(
  hostPort: string,
  certificate: CertificateIdentity,
  knownBridges: KnownBridgeCertificates,
): Promise<void> {
  const stored = await knownBridges.addIfAbsent(hostPort, certificate).catch((error: unknown) => {
    throw new Error(
      `Node-RED cannot keep it. Let Node-RED write to its user directory, or trust the certificate in the bridge settings. ${toError(error).message}`,
      { cause: error },
    );
  });
  if (stored.fingerprint !== certificate.fingerprint)
    throw new Error(`another one was met there before. ${changedCertificateHint}`);
}

const toHostPort = ({ host, port }: TrustSettings): string => `${host}:${port}`;

const knownBridgesFileLabel = 'the file of known bridges';

async function readTrustSource<T>(label: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof FileError ? error.reason : toError(error).message;
    throw new BridgeError(
      'ERR_BRIDGE_UNTRUSTED',
      `The certificate of the bridge cannot be checked, because ${label} cannot be read: ${reason}. Nothing was sent. Repair this file, or let Node-RED read it.`,
    );
  }
}

/** Stores a new address in the file of known bridges; the settings are not changed. */
function createRediscoveryOptions(
  { host, port, bridgeId, fingerprint }: BridgeSettings,
  knownBridges: KnownBridgeCertificates,
  knownBridge: KnownBridgeCertificate | undefined,
  discovery: Pick<DiscoveryOptions, 'serviceType' | 'port'>,
  warn: (warning: string) => void,
): RediscoveryOptions {
  const configuredHostPort = `${host}:${port}`;
  const isTrusted =
    fingerprint === undefined || isSameFingerprint(knownBridge?.fingerprint, fingerprint);
  const id = bridgeId ?? (isTrusted ? knownBridge?.commonName : undefined);
  const foundAt = isTrusted ? knownBridge?.foundAt : undefined;
  return {
    ...discovery,
    ...(id === undefined ? {} : { bridgeId: id }),
    ...(foundAt === undefined ? {} : { foundAt }),
    onMoved(address, { fingerprint: newFingerprint, commonName }) {
      const isConfiguredAddress = `${address.host}:${address.port}` === configuredHostPort;
      const bridge = { fingerprint: newFingerprint, commonName };
      knownBridges
        .recordMovedAddress(configuredHostPort, bridge, isConfiguredAddress ? undefined : address)
        .catch((error: unknown) => {
          warn(`The new address of the bridge cannot be kept: ${toError(error).message}`);
        });
    },
  };
}
