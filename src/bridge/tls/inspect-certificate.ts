import { VerifiedTlsConnector, ignoreSocketError } from './verified-tls-connector';
import { defaultLimits } from '../limits/client-limits';
import { TransportError, toTransportFailureError } from '../errors/transport-failure';
import { toCertificateInfo, CertificateVerifier } from './certificate-verifier';
import type { BridgeAddress } from '../address/bridge-address';
import type { CertificateInfo } from './certificate-verifier';

/**
 * Reads the certificate of the server at an address. Nothing is sent beyond the TLS handshake.
 *
 * @param address `timeout` in ms, `connectTimeout` of the limits if missing
 * @returns SHA-256 fingerprint (AA:BB:…), common name and end of validity
 * @throws {BridgeError} ERR_BRIDGE_UNREACHABLE if no TLS connection can be established
 */
export async function inspectCertificate({
  host,
  port,
  timeout = defaultLimits.connectTimeout,
}: BridgeAddress & { timeout?: number }): Promise<CertificateInfo> {
  const verifier = new CertificateVerifier({}, () => undefined);
  const result = await connectAndInspect({ host, port }, verifier, { timeout });
  if (result instanceof TransportError)
    throw toTransportFailureError('read the certificate', result.failure);
  return result;
}

interface InspectionOptions {
  timeout: number;
  signal?: AbortSignal;
}

/**
 * Nothing is sent beyond the TLS handshake.
 *
 * @returns the certificate if the verifier accepts it; undefined otherwise and after an abort
 */
export async function verifyCertificateAt(
  address: BridgeAddress,
  verifier: CertificateVerifier,
  options: InspectionOptions,
): Promise<CertificateInfo | undefined> {
  const result = await connectAndInspect(address, verifier, options);
  return result instanceof TransportError ? undefined : result;
}

function connectAndInspect(
  address: BridgeAddress,
  verifier: CertificateVerifier,
  { timeout, signal }: InspectionOptions,
): Promise<CertificateInfo | TransportError> {
  return new Promise((resolve) => {
    const connector = new VerifiedTlsConnector(address, verifier, timeout);
    const cancel = (): void => connector.close();
    signal?.addEventListener('abort', cancel);
    connector.open((error, socket) => {
      signal?.removeEventListener('abort', cancel);
      if (error !== null) return resolve(error);
      const certificate = toCertificateInfo(socket.getPeerCertificate());
      socket.on('error', ignoreSocketError);
      socket.destroy();
      resolve(certificate);
    });
  });
}
