import { formatAddress } from '../../bridge/address/bridge-address';
import { toTransportFailureError } from '../../bridge/errors/transport-failure';
import { CertificateVerifier } from '../../bridge/tls/certificate-verifier';
import type { CertificateInfo, TrustOptions } from '../../bridge';
import type { BridgeAddress } from '../../bridge/address/bridge-address';
import type { TransportFailure } from '../../bridge/errors/transport-failure';
import type { BridgeSession } from '../bridge/bridge-session';
import { resolveTrust } from '../bridge/open-bridge-client';
import { RouteHttpError } from './route-handler';

/**
 * Resolves the trust for sending a deployed key: the trust of the deployed bridge. A pin of the dialog only adds a
 * requirement.
 *
 * @param session deployed bridge that owns the key
 * @param address address of the connection
 * @param expected pin of the dialog
 * @param certificate certificate that the server presents
 * @throws {BridgeError} ERR_BRIDGE_UNTRUSTED if the certificate differs from the pin of the dialog or, without a pin,
 *   from the deployed certificate
 * @throws {RouteHttpError} NOT_DEPLOYED if the dialog trusts a certificate that the deployed bridge does not trust
 */
export async function resolveDeployedKeyTrust(
  session: BridgeSession,
  address: BridgeAddress,
  expected: Pick<TrustOptions, 'fingerprint' | 'bridgeId'>,
  certificate: CertificateInfo,
): Promise<TrustOptions> {
  const addressText = formatAddress(address);
  const mismatch = await checkTrust(expected, certificate, addressText);
  if (mismatch !== undefined) throw toTransportFailureError('connect to the bridge', mismatch);
  const settings = await session.getSettings();
  const deployedTrust = await resolveTrust(settings, await session.getKnownBridges());
  if (deployedTrust.onFirstUse !== undefined) {
    // If no certificate is stored yet, first use is allowed only at the deployed address.
    if (addressText === formatAddress(settings)) return deployedTrust;
    throw notDeployedError(
      `the key is deployed for another address than ${addressText}, and the certificate of its bridge is not known yet`,
    );
  }
  const deployedMismatch = await checkTrust(deployedTrust, certificate, addressText);
  if (deployedMismatch === undefined) return deployedTrust;
  const hasExpectation = expected.fingerprint !== undefined || expected.bridgeId !== undefined;
  throw hasExpectation
    ? notDeployedError(`the certificate at ${addressText} is not the certificate of that bridge`)
    : toTransportFailureError('connect to the bridge', deployedMismatch);
}

const checkTrust = async (
  trust: TrustOptions,
  certificate: CertificateInfo,
  addressText: string,
): Promise<TransportFailure | undefined> =>
  new CertificateVerifier(trust, () => undefined).verify(certificate, addressText);

const notDeployedError = (reason: string): RouteHttpError =>
  new RouteHttpError(
    409,
    'NOT_DEPLOYED',
    `Node-RED sends the stored key only to the bridge that the key was deployed for. Nothing was sent, because ${reason}. Deploy first and try again, or enter the key again in the settings of the bridge.`,
  );
