import { Connector, ignoreLateError } from './connector';
import { defaultLimits } from '../limits';
import { ConnectionProblem, failure } from '../errors/problem';
import { seenCertificate, TrustKeeper } from './trust';
import type { Address } from './address';
import type { SeenCertificate } from './trust';

/**
 * Looks at the certificate of whatever answers at an address. Nothing is sent beyond the TLS handshake.
 *
 * @param address host and port; `timeout` in ms, `connectTimeout` of the limits when missing
 * @returns fingerprint (SHA-256, AA:BB:…), common name and end of validity
 * @throws {BridgeError} ERR_BRIDGE_UNREACHABLE when no TLS connection comes about
 */
export async function inspectCertificate({
  host,
  port,
  timeout = defaultLimits.connectTimeout,
}: Address & { timeout?: number }): Promise<SeenCertificate> {
  const anyone = new TrustKeeper({}, () => undefined);
  const seen = await look({ host, port }, anyone, { timeout });
  if (seen instanceof ConnectionProblem) throw failure('read the certificate', seen.problem);
  return seen;
}

/** How long a look at a certificate may take. */
export interface LookBounds {
  /** Until the certificate is judged, in ms. */
  timeout: number;
  /** Gives up before. */
  signal?: AbortSignal;
}

/**
 * Proves whether the bridge is at an address. Nothing is sent beyond the TLS handshake.
 *
 * @returns the certificate there when it is the bridge's; undefined for any other, and when the signal is aborted
 */
export async function provenCertificate(
  address: Address,
  trust: TrustKeeper,
  bounds: LookBounds,
): Promise<SeenCertificate | undefined> {
  const seen = await look(address, trust, bounds);
  return seen instanceof ConnectionProblem ? undefined : seen;
}

function look(
  address: Address,
  trust: TrustKeeper,
  { timeout, signal }: LookBounds,
): Promise<SeenCertificate | ConnectionProblem> {
  return new Promise((resolve) => {
    const connector = new Connector(address, trust, timeout);
    const giveUp = (): void => connector.close();
    signal?.addEventListener('abort', giveUp);
    connector.open((problem, socket) => {
      signal?.removeEventListener('abort', giveUp);
      if (problem !== null) return resolve(problem);
      const seen = seenCertificate(socket.getPeerCertificate());
      socket.on('error', ignoreLateError);
      socket.destroy();
      resolve(seen);
    });
  });
}
