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
 * Resolves the trust for sending a deployed key: that of the deployed bridge, whatever the dialog pins. The dialog
 * can only add a requirement.
 *
 * @param session the deployed bridge that the key belongs to
 * @param address where the dialog connects to
 * @param expected what the dialog pins
 * @param certificate the certificate that is presented there
 * @throws {BridgeError} ERR_BRIDGE_UNTRUSTED when the certificate is not the one that the dialog pins, or not the
 *   deployed one and the dialog pins none
 * @throws {RouteHttpError} NOT_DEPLOYED when the dialog trusts a certificate that the deployed bridge does not
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
    // No certificate is stored yet: first use is allowed at the deployed address only.
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
