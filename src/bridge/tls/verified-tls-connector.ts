import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { describeDuration } from '../../units/duration';
import { debugLogs } from '../logging/debug-logs';
import { formatAddress, checkHost } from '../address/bridge-address';
import type { BridgeAddress } from '../address/bridge-address';
import { getErrorCode } from '../errors/bridge-error';
import {
  closedFailure,
  TransportError,
  toConnectFailure,
  forbiddenAddressFailure,
} from '../errors/transport-failure';
import type { TransportFailure } from '../errors/transport-failure';
import { callAfterDelay, systemClock } from '../time/clock';
import { toCertificateInfo, untrustedFailure } from './certificate-verifier';
import type { CertificateVerifier } from './certificate-verifier';
import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';

/** Called once. Signature of undici's `connect` callback. */
type ConnectCallback = (...outcome: [null, TLSSocket] | [TransportError, null]) => void;

/** Opens TLS connections and returns only those with a verified certificate. */
export class VerifiedTlsConnector {
  readonly #pendingConnects = new Set<(failure: TransportFailure) => void>();
  #closed = false;

  /** @param timeout for TCP, TLS and certificate verification together, in ms */
  constructor(
    private readonly address: BridgeAddress,
    private readonly verifier: CertificateVerifier,
    private readonly timeout: number,
  ) {}

  /** TLS sessions are never resumed, so that every connection presents its certificate. */
  open(callback: ConnectCallback): void {
    const endpoint = formatAddress(this.address);
    const socket = this.#createTlsSocket();
    const settle = (failure: TransportFailure | undefined): void => {
      if (!this.#pendingConnects.delete(settle)) return;
      cancelTimeout();
      socket.off('error', onError);
      socket.off('close', onClose);
      if (failure === undefined) return callback(null, socket);
      socket.on('error', ignoreSocketError);
      socket.destroy();
      callback(new TransportError(failure), null);
    };
    const onError = (error: Error): void => {
      const failure = this.#toFailure(socket, error);
      debugLogs.trust?.(`${endpoint}: ${failure.detail}`);
      settle(failure);
    };
    const onClose = (): void => settle(toConnectFailure(undefined, endpoint));
    const cancelTimeout = callAfterDelay(systemClock, this.timeout, () =>
      settle({
        ...toConnectFailure(undefined, endpoint),
        detail: `${endpoint} did not take the connection within ${describeDuration(this.timeout)}`,
      }),
    );
    this.#pendingConnects.add(settle);
    socket.on('error', onError);
    socket.on('close', onClose);
    socket.once('secureConnect', () => {
      const verification = this.verifier.verify(
        toCertificateInfo(socket.getPeerCertificate()),
        endpoint,
      );
      if (verification instanceof Promise) void verification.then(settle);
      else settle(verification);
    });
    if (this.#closed) settle(closedFailure);
  }

  close(): void {
    this.#closed = true;
    for (const settle of this.#pendingConnects) settle(closedFailure);
  }

  #createTlsSocket(): TLSSocket {
    const { host, port } = this.address;
    const { ca, bridgeId } = this.verifier;
    const socket = connect({
      host,
      port,
      lookup: createSafeDnsLookup(),
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // Without a CA, CertificateVerifier compares the certificate before the socket is used.
      ...(ca === undefined ? { rejectUnauthorized: false } : { ca, rejectUnauthorized: true }),
      // The certificate contains the bridge id instead of a host name; CertificateVerifier compares it.
      ...(bridgeId === undefined ? {} : { checkServerIdentity: () => undefined }),
    });
    socket.setNoDelay(true);
    socket.setKeepAlive(true, keepAliveDelay);
    return socket;
  }

  #toFailure(socket: TLSSocket, error: Error): TransportFailure {
    const endpoint = formatAddress(this.address);
    const reason = getErrorCode(error);
    const isCertificateRejected =
      this.verifier.ca !== undefined && Boolean(socket.authorizationError);
    return isCertificateRejected
      ? untrustedFailure(`nobody who is trusted vouches for the certificate at ${endpoint}`, reason)
      : toConnectFailure(error, endpoint);
  }
}

const keepAliveDelay = 30_000;

export const ignoreSocketError = (): void => {
  // A destroyed socket may still emit 'error', which would be uncaught.
};

export type DnsLookup = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a DNS lookup for `net.connect` that fails with a TransportError if the name resolves to a forbidden
 * address.
 */
export const createSafeDnsLookup =
  (lookup: DnsLookup = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        return callback(error ?? new Error(`${hostname} has no address`), '');
      }
      const forbiddenEntry = addresses.find(({ address }) => !checkHost(address).ok);
      if (forbiddenEntry !== undefined) {
        const failure = forbiddenAddressFailure(hostname, forbiddenEntry.address);
        return callback(new TransportError(failure), '');
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
