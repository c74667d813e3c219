import { inspectCertificate } from '../../bridge';
import { parseHostAndPort } from '../../bridge/address/bridge-address';
import { runWithConnectionLimit } from './connection-limit';
import { getKnownBridgeCertificates } from '../bridge/store/known-bridge-certificates';
import { resolveTrust } from '../bridge/open-bridge-client';
import type { CertificateResponse } from './route-responses';
import type { RouteHandler } from './route-handler';

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
