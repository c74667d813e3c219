import { connect } from 'node:tls';
import type { TLSSocket, PeerCertificate } from 'node:tls';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { describeDuration } from '../units/duration';
import { debugLogs } from './debug-logs';
import { formatAddress, checkHost } from './address';
import type { BridgeAddress } from './address';
import { getErrorCode, BridgeError, toCaughtErrorMember, sanitizeText } from './errors';
import {
  closedFailure,
  TransportError,
  toConnectFailure,
  forbiddenAddressFailure,
  toTransportFailureError,
} from './transport-failure';
import type { TransportFailure } from './transport-failure';
import { callAfterDelay, systemClock } from './clock';
import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { parseFingerprint, abbreviateFingerprint } from './bridge-identity';
import { defaultLimits } from './limits';

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

const ignoreSocketError = (): void => {
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

/** How the bridge is identified. Without any option, the first certificate is pinned (trust on first use). */
export interface TrustOptions {
  /** SHA-256, hexadecimal with or without colons. */
  fingerprint?: string;
  /** Compared with the common name of the certificate without regard to case. */
  bridgeId?: string;
  /** CA certificates in PEM form that may sign the certificate, alone or together with a fingerprint. */
  ca?: string;
  /**
   * Called with the first certificate if no fingerprint is set. Nothing is sent until it returns or resolves. If it
   * throws or rejects, the certificate is rejected with that message.
   */
  onFirstUse?(certificate: { fingerprint: string; commonName: string }): void | Promise<void>;
}

export interface CertificateInfo {
  fingerprint: string;
  commonName: string;
  validTo: Date;
}

/** Without a certificate, the fingerprint is empty. */
export function toCertificateInfo(certificate: PeerCertificate): CertificateInfo {
  const { subject, fingerprint256, valid_to } = certificate;
  const commonName = Array.isArray(subject?.CN) ? subject.CN[0] : subject?.CN;
  return {
    fingerprint: fingerprint256 ?? '',
    commonName: sanitizeText(commonName ?? '', 64),
    validTo: new Date(valid_to),
  };
}

function parsePinnedFingerprint(text: string): string {
  const fingerprint = parseFingerprint(text);
  if (fingerprint !== undefined) return fingerprint;
  throw new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    'The pinned certificate is not a SHA-256 fingerprint of 64 hexadecimal digits. Read it from the bridge again.',
  );
}

/** Decides whether the certificate of a connection is that of the bridge. */
export class CertificateVerifier {
  readonly ca: string | undefined;
  readonly bridgeId: string | undefined;
  readonly #onFirstUse: TrustOptions['onFirstUse'];
  #pinned: string | undefined;
  #lastAccepted: CertificateInfo | undefined;
  #pendingFirstUse: Promise<TransportFailure | undefined> | undefined;

  /**
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if the fingerprint is invalid or `ca` contains no certificate:
   * Node.js would use its default CAs for an empty text
   */
  constructor(
    options: TrustOptions,
    private readonly warn: (warning: string) => void,
  ) {
    if (options.ca?.includes('-----BEGIN CERTIFICATE-----') === false) {
      throw new BridgeError(
        'ERR_BRIDGE_NOT_CONFIGURED',
        'The CA file holds no certificate in PEM form. Choose another file, or leave it out.',
      );
    }
    this.ca = options.ca;
    this.bridgeId = options.bridgeId?.toUpperCase();
    this.#onFirstUse = options.onFirstUse?.bind(options);
    this.#pinned =
      options.fingerprint === undefined ? undefined : parsePinnedFingerprint(options.fingerprint);
  }

  /**
   * @param endpoint address for messages
   * @returns undefined if the certificate is accepted; a promise only while `onFirstUse` is pending
   */
  verify(
    certificate: CertificateInfo,
    endpoint: string,
  ): TransportFailure | undefined | Promise<TransportFailure | undefined> {
    const verification = this.#verify(certificate, endpoint);
    if (verification instanceof Promise)
      return verification.then((failure) => this.#recordResult(certificate, endpoint, failure));
    return this.#recordResult(certificate, endpoint, verification);
  }

  /** True if acceptance proves the identity. */
  get hasPinnedIdentity(): boolean {
    return this.#pinned !== undefined || (this.ca !== undefined && this.bridgeId !== undefined);
  }

  get lastAccepted(): CertificateInfo | undefined {
    return this.#lastAccepted;
  }

  #recordResult(
    certificate: CertificateInfo,
    endpoint: string,
    failure: TransportFailure | undefined,
  ): TransportFailure | undefined {
    if (failure === undefined) this.#lastAccepted = certificate;
    debugLogs.trust?.(describeDecision(certificate, endpoint, failure));
    return failure;
  }

  #verify(
    certificate: CertificateInfo,
    endpoint: string,
  ): TransportFailure | undefined | Promise<TransportFailure | undefined> {
    if (certificate.fingerprint === '') return untrustedFailure(`${endpoint} shows no certificate`);
    if (this.bridgeId !== undefined && certificate.commonName.toUpperCase() !== this.bridgeId) {
      return untrustedFailure(
        `the certificate at ${endpoint} belongs to "${certificate.commonName}" instead of the bridge ${this.bridgeId}`,
      );
    }
    if (this.#pinned !== undefined)
      return this.#verifyPinnedCertificate(certificate, endpoint, this.#pinned);
    if (this.ca !== undefined) return undefined;
    if (this.#pendingFirstUse !== undefined) {
      return this.#pendingFirstUse.then(
        (failure) => failure ?? this.#verify(certificate, endpoint),
      );
    }
    if (this.#onFirstUse === undefined) {
      this.#pinned = certificate.fingerprint;
      return undefined;
    }
    this.#pendingFirstUse = this.#confirmFirstUse(this.#onFirstUse, certificate, endpoint).finally(
      () => {
        this.#pendingFirstUse = undefined;
      },
    );
    return this.#pendingFirstUse;
  }

  #verifyPinnedCertificate(
    certificate: CertificateInfo,
    endpoint: string,
    pinned: string,
  ): TransportFailure | undefined {
    if (certificate.fingerprint !== pinned) {
      return untrustedFailure(
        `the certificate at ${endpoint} is ${abbreviateFingerprint(certificate.fingerprint)} instead of the pinned ${abbreviateFingerprint(pinned)}`,
      );
    }
    if (certificate.validTo.getTime() < Date.now()) {
      this.warn(
        `The certificate of the bridge at ${endpoint} expired on ${certificate.validTo.toISOString().slice(0, 10)}. It is the pinned one, so it is used all the same.`,
      );
    }
    return undefined;
  }

  async #confirmFirstUse(
    onFirstUse: NonNullable<TrustOptions['onFirstUse']>,
    certificate: CertificateInfo,
    endpoint: string,
  ): Promise<TransportFailure | undefined> {
    try {
      await onFirstUse({
        fingerprint: certificate.fingerprint,
        commonName: certificate.commonName,
      });
    } catch (error) {
      const reason =
        error instanceof Error ? `: ${sanitizeText(error.message).replace(/\.$/, '')}` : '';
      return {
        ...untrustedFailure(`the certificate at ${endpoint} was not accepted${reason}`),
        hint: '',
        ...toCaughtErrorMember(error),
      };
    }
    this.#pinned = certificate.fingerprint;
    return undefined;
  }
}

function describeDecision(
  { fingerprint, commonName }: CertificateInfo,
  endpoint: string,
  failure: TransportFailure | undefined,
): string {
  const decision = failure === undefined ? 'accepted' : `rejected: ${failure.detail}`;
  return `${endpoint} shows ${abbreviateFingerprint(fingerprint)} of "${commonName}": ${decision}`;
}

export const changedCertificateHint =
  'If the bridge was reset or exchanged, trust its certificate again in the bridge settings; otherwise find out what answers there.';

const untrustedFailure = (detail: string, reason?: string): TransportFailure => ({
  kind: 'untrusted',
  code: 'ERR_BRIDGE_UNTRUSTED',
  detail,
  hint: changedCertificateHint,
  ...(reason === undefined ? {} : { reason }),
});

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
