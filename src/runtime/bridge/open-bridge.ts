import { readFile } from 'node:fs/promises';
import { BridgeClient, BridgeError } from '../../bridge';
import { changedCertificateHint } from '../../bridge/tls';
import { sanitizeText } from '../../bridge/errors';
import { isSameFingerprint } from '../../bridge/bridge-identity';
import { parseHostAndPort } from '../../bridge/address';
import { defaultKeyHeader, isApplicationKey, parseKeyHeaderName } from '../../bridge/credentials';
import type { DiscoveryOptions, TrustOptions, RediscoveryOptions } from '../../bridge';
import { FileError } from '../../files/file-system';
import { toError, createNotConfiguredError } from '../errors';
import type { BridgeStore } from './store';
import { getPickedName, parseNonEmptyText, isSettingUnset } from '../stored-settings';
import type { ClientLimits } from '../../bridge/limits';
import type {
  CertificateIdentity,
  KnownBridgeCertificates,
  KnownBridgeCertificate,
} from './known-certificates';
import type { NodeDef } from 'node-red';

export interface BridgeConfigNodeDef extends NodeDef {
  host?: unknown;
  port?: unknown;
  keyHeader?: unknown;
  bridgeId?: unknown;
  fingerprint?: unknown;
  caFile?: unknown;
  events?: unknown;
  lampsPerSecond?: unknown;
  groupsPerSecond?: unknown;
  othersPerSecond?: unknown;
  showStates?: unknown;
  logbook?: unknown;
}

/** Node-RED stores them encrypted, outside the flow. */
export interface BridgeCredentials {
  key?: string;
  /** Id of the pairing whose key the node uses. */
  pairing?: string;
  /** Staged key and its pairing; used only when `pairing` is that id. */
  offeredKey?: string;
  offeredBy?: string;
}

export interface BridgeSettings {
  host: string;
  port: number;
  key: string;
  keyHeader: string;
  bridgeId: string | undefined;
  fingerprint: string | undefined;
  caFile: string | undefined;
  events: 'auto' | 'never';
  limits: Partial<ClientLimits>;
  showStates: boolean;
  /** `session`: until Node-RED stops; `days`: on disk. */
  logbook: 'off' | 'session' | 'days';
}

/** @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED, never with the key */
export function parseBridgeSettings(
  def: BridgeConfigNodeDef,
  credentials: BridgeCredentials | undefined,
): BridgeSettings {
  const address = parseHostAndPort(def.host, def.port);
  const keyHeader = parseKeyHeaderName(parseTextSetting(def, 'keyHeader') ?? defaultKeyHeader);
  const bridgeId = parseTextSetting(def, 'bridgeId');
  const caFile = parseTextSetting(def, 'caFile');
  if (caFile !== undefined && bridgeId === undefined) {
    throw createNotConfiguredError(
      'NO_ID',
      'The id of the bridge is missing. A CA file vouches for many bridges, so enter the id of the one that is meant.',
    );
  }
  return {
    ...address,
    key: parseKey(credentials?.key),
    keyHeader,
    bridgeId,
    fingerprint: parseTextSetting(def, 'fingerprint'),
    caFile,
    events: def.events === 'never' ? 'never' : 'auto',
    limits: parseRates(def),
    showStates: def.showStates !== false,
    logbook: def.logbook === 'session' || def.logbook === 'days' ? def.logbook : 'off',
  };
}

/** Refuses other values than text: a setting that decides about trust must not be ignored. */
function parseTextSetting(
  def: BridgeConfigNodeDef,
  name: 'keyHeader' | 'bridgeId' | 'fingerprint' | 'caFile',
): string | undefined {
  const value = def[name];
  const text = parseNonEmptyText(value);
  if (text !== undefined || isSettingUnset(value) || typeof value === 'string') return text;
  throw new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    `The setting ${name} of the bridge is no text. Open the settings of the bridge and enter it again.`,
  );
}

function parseKey(key: string | undefined): string {
  const text = parseNonEmptyText(key);
  if (text === undefined) {
    throw createNotConfiguredError(
      'NO_KEY',
      'There is no key for the bridge, or Node-RED could not decrypt it. Enter it or get a new one in the settings of the bridge.',
    );
  }
  // Node-RED leaves `${NAME}` unchanged if the environment variable is missing.
  const [, variable] = /^\$\{([^{}]{1,100})\}$/.exec(text) ?? [];
  if (variable !== undefined) {
    throw createNotConfiguredError(
      'NO_KEY',
      `The key of the bridge is to come from the environment variable ${sanitizeText(variable)}, which is not set.`,
    );
  }
  if (!isApplicationKey(text)) {
    throw createNotConfiguredError(
      'NO_KEY',
      'The key of the bridge holds characters that no key has. Enter it again.',
    );
  }
  return text;
}

/** In writes per second. */
export const requestRateBounds = { least: 0.1, most: 1_000 } as const;

const rateLabels = {
  lampsPerSecond: 'Lamp commands/s',
  groupsPerSecond: 'Group commands/s',
  othersPerSecond: 'Other commands/s',
} as const;

function parseRates(def: BridgeConfigNodeDef): Partial<ClientLimits> {
  const { least, most } = requestRateBounds;
  const rates: Partial<ClientLimits> = {};
  for (const name of ['lampsPerSecond', 'groupsPerSecond', 'othersPerSecond'] as const) {
    const text = parseNonEmptyText(def[name]);
    if (text === undefined) continue;
    const rate = Number(text);
    if (!(rate >= least && rate <= most)) {
      throw createNotConfiguredError(
        'NO_RATE',
        `“${rateLabels[name]}” in the settings of the bridge must be a number from ${least} to ${most}. Leave it empty for the usual rate.`,
      );
    }
    rates[name] = rate;
  }
  return rates;
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
): Promise<BridgeClient> {
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
  return client;
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
