import type { PeerCertificate } from 'node:tls';
import { debugLogs } from '../logging/debug-logs';
import { BridgeError, toCaughtErrorMember } from '../errors/bridge-error';
import { sanitizeText } from '../errors/sanitize-text';
import { parseFingerprint, abbreviateFingerprint } from './bridge-identity';
import type { TransportFailure } from '../errors/transport-failure';

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

export const untrustedFailure = (detail: string, reason?: string): TransportFailure => ({
  kind: 'untrusted',
  code: 'ERR_BRIDGE_UNTRUSTED',
  detail,
  hint: changedCertificateHint,
  ...(reason === undefined ? {} : { reason }),
});
