import { BridgeClient, detectKeyHeaderName, inspectCertificate } from '../../bridge';
import type { CertificateInfo, TrustOptions } from '../../bridge';
import { getBridgeSession } from '../bridge/deployed';
import { parseBridgeSettings, resolveTrust } from '../bridge/open-bridge';
import type { BridgeConfigNodeDef, BridgeSettings } from '../bridge/open-bridge';
import { findStagedKey } from '../bridge/staged-keys';
import { getBodyTextMember, RouteHttpError } from './serve';
import type { RouteRequest, RouteHandler } from './serve';
import type { BridgeSession } from '../bridge/session';
import { getCachedBridgeInfo } from '../bridge/info';
import { parseHostAndPort, formatAddress } from '../../bridge/address';
import type { BridgeAddress } from '../../bridge/address';
import { toTransportFailureError } from '../../bridge/transport-failure';
import type { TransportFailure } from '../../bridge/transport-failure';
import { CertificateVerifier } from '../../bridge/tls';
import type { ConnectionTestResponse, CertificateResponse } from './responses';
import { getKnownBridgeCertificates } from '../bridge/known-certificates';

interface DialogBridge {
  client: BridgeClient;
  certificate: CertificateInfo;
  keyHeader: string;
}

/**
 * Sends a key from the dialog only to the pinned certificate; without a pin, to the presented certificate, as on
 * first use. A staged key is sent only to the bridge that issued it. A deployed key is sent only to the certificate
 * that the deployed bridge trusts.
 *
 * @param callback the connection is closed afterwards
 * @throws {BridgeError} if the settings are invalid or the bridge is unreachable
 * @throws {RouteHttpError} if the key may be sent to this certificate only after a deploy
 */
export const withDialogBridgeConnection = <T>(
  request: RouteRequest,
  callback: (bridge: DialogBridge) => Promise<T>,
): Promise<T> => runWithConnectionLimit(() => connectAndRun(request, callback, false));

/**
 * Connects as `withDialogBridgeConnection`, then finds the key header that the bridge accepts: the dialog's header is
 * tried first.
 */
const withDetectedKeyHeader = <T>(
  request: RouteRequest,
  callback: (bridge: DialogBridge) => Promise<T>,
): Promise<T> => runWithConnectionLimit(() => connectAndRun(request, callback, true));

async function connectAndRun<T>(
  request: RouteRequest,
  callback: (bridge: DialogBridge) => Promise<T>,
  findsKeyHeader: boolean,
): Promise<T> {
  const { body } = request;
  const address = parseHostAndPort(body['host'], body['port']);
  const { key, resolveKeyTrust } = selectKeySource(request);
  const settings = parseBridgeSettings(
    { ...toBridgeDef(body), ...address },
    key === undefined ? undefined : { key },
  );
  const certificate = await inspectCertificate(address);
  const access = {
    ...address,
    key: settings.key,
    keyHeader: settings.keyHeader,
    trust: await resolveKeyTrust(address, getExpectedIdentity(settings), certificate),
  };
  const keyHeader = findsKeyHeader ? await detectKeyHeaderName(access) : access.keyHeader;
  const client = new BridgeClient({ ...access, keyHeader, events: 'never' });
  try {
    return await callback({ client, certificate, keyHeader });
  } finally {
    await client.close();
  }
}

interface KeySource {
  key: string | undefined;
  resolveKeyTrust: (
    address: BridgeAddress,
    expected: ExpectedIdentity,
    certificate: CertificateInfo,
  ) => TrustOptions | Promise<TrustOptions>;
}

type ExpectedIdentity = Pick<TrustOptions, 'fingerprint' | 'bridgeId'>;

function selectKeySource({ RED, body }: RouteRequest): KeySource {
  const enteredKey = getBodyTextMember(body, 'key');
  const stagedKey =
    enteredKey === undefined
      ? findStagedKey(getBodyTextMember(body, 'pairing'), getBodyTextMember(body, 'bridge'))
      : undefined;
  const session = getBridgeSession(RED, getBodyTextMember(body, 'bridge'));
  if (enteredKey === undefined && stagedKey === undefined && session !== undefined) {
    return {
      key: session.key,
      resolveKeyTrust: (address, expected, certificate) =>
        resolveDeployedKeyTrust(session, address, expected, certificate),
    };
  }
  return {
    key: enteredKey ?? stagedKey?.key,
    resolveKeyTrust: (_address, expected, certificate) => ({
      ...expected,
      fingerprint: stagedKey?.fingerprint ?? expected.fingerprint ?? certificate.fingerprint,
    }),
  };
}

const getExpectedIdentity = ({ bridgeId, fingerprint }: BridgeSettings): ExpectedIdentity => ({
  ...(bridgeId === undefined ? {} : { bridgeId }),
  ...(fingerprint === undefined ? {} : { fingerprint }),
});

function toBridgeDef(body: Record<string, unknown>): BridgeConfigNodeDef {
  const names = ['keyHeader', 'fingerprint', 'bridgeId'] as const;
  const def: BridgeConfigNodeDef = { id: '', type: 'bridge-config', name: '', z: '' };
  for (const name of names) {
    const text = getBodyTextMember(body, name);
    if (text !== undefined) def[name] = text;
  }
  return def;
}

/**
 * Returns the trust of the deployed bridge. A pin of the dialog only adds a requirement.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNTRUSTED if the certificate differs from the pin of the dialog or, without a pin,
 * from the deployed certificate
 * @throws {RouteHttpError} NOT_DEPLOYED if the dialog trusts a certificate that the deployed bridge does not trust
 */
async function resolveDeployedKeyTrust(
  session: BridgeSession,
  address: BridgeAddress,
  expected: ExpectedIdentity,
  certificate: CertificateInfo,
): Promise<TrustOptions> {
  const addressText = formatAddress(address);
  const mismatch = await checkTrust(expected, certificate, addressText);
  if (mismatch !== undefined) throw toTransportFailureError('connect to the bridge', mismatch);
  const settings = await session.getSettings();
  const deployedTrust = await resolveTrust(settings, await session.getKnownBridges());
  if (deployedTrust.onFirstUse !== undefined) {
    // Without a stored certificate, first use is allowed only at the deployed address.
    if (addressText === formatAddress(settings)) return deployedTrust;
    throw createNotDeployedError(
      `the key is deployed for another address than ${addressText}, and the certificate of its bridge is not known yet`,
    );
  }
  const deployedMismatch = await checkTrust(deployedTrust, certificate, addressText);
  if (deployedMismatch === undefined) return deployedTrust;
  const hasExpectation = expected.fingerprint !== undefined || expected.bridgeId !== undefined;
  throw hasExpectation
    ? createNotDeployedError(
        `the certificate at ${addressText} is not the certificate of that bridge`,
      )
    : toTransportFailureError('connect to the bridge', deployedMismatch);
}

const checkTrust = async (
  trust: TrustOptions,
  certificate: CertificateInfo,
  addressText: string,
): Promise<TransportFailure | undefined> =>
  new CertificateVerifier(trust, () => undefined).verify(certificate, addressText);

const createNotDeployedError = (reason: string): RouteHttpError =>
  new RouteHttpError(
    409,
    'NOT_DEPLOYED',
    `Node-RED sends the stored key only to the bridge that the key was deployed for. Nothing was sent, because ${reason}. Deploy first and try again, or enter the key again in the settings of the bridge.`,
  );

/** To addresses from dialogs. */
const maxConnections = 4;

let activeConnections = 0;

/** @throws {RouteHttpError} status 429 if too many connections are open */
async function runWithConnectionLimit<T>(connect: () => Promise<T>): Promise<T> {
  if (activeConnections >= maxConnections) {
    throw new RouteHttpError(
      429,
      'TOO_MANY_AT_ONCE',
      'Node-RED is already connecting to several addresses for dialogs. Try again in a moment.',
    );
  }
  activeConnections += 1;
  try {
    return await connect();
  } finally {
    activeConnections -= 1;
  }
}

/** Finds the key header, reads all resources once and identifies the bridge. */
export const testConnectionRoute: RouteHandler<ConnectionTestResponse> = (request) =>
  withDetectedKeyHeader(request, async ({ client, certificate, keyHeader }) => {
    const { stateCache } = client;
    await stateCache.refresh();
    const { fingerprint, commonName } = certificate;
    return {
      ok: true,
      name: getCachedBridgeInfo(stateCache).name ?? commonName,
      fingerprint,
      commonName,
      keyHeader,
      resources: [...stateCache.all()].length,
    };
  });

/** Sends no HTTP request. `trusted` is from the first use, if any. */
export const getCertificateRoute: RouteHandler<CertificateResponse> = async ({ RED, body }) => {
  const address = parseHostAndPort(body['host'], body['port']);
  const { fingerprint, commonName, validTo } = await runWithConnectionLimit(() =>
    inspectCertificate(address),
  );
  const noExpectedIdentity = { bridgeId: undefined, fingerprint: undefined, caFile: undefined };
  const trust = await resolveTrust(
    { ...address, ...noExpectedIdentity },
    getKnownBridgeCertificates(RED.settings.userDir),
  );
  return { fingerprint, commonName, validTo: validTo.toISOString(), trusted: trust.fingerprint };
};
