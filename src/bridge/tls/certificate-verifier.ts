import type { PeerCertificate } from 'node:tls';
import { debugLogs } from '../logging/debug-logs';
import { BridgeError } from '../errors/bridge-error';
import { sanitizeText } from '../errors/sanitize-text';
import { parseFingerprint, abbreviateFingerprint } from './bridge-identity';
import { toCaughtErrorMember } from '../errors/transport-failure';
import type { TransportFailure } from '../errors/transport-failure';

/** How the bridge is identified. Without any of these the first certificate is pinned (trust on first use). */
export interface TrustOptions {
  /** SHA-256 fingerprint of the certificate, as hexadecimal digits with or without colons. */
  fingerprint?: string;
  /** Id of the bridge, compared with the common name of the certificate; case does not matter. */
  bridgeId?: string;
  /** CA certificates in PEM that may sign the bridge's, instead of or in addition to a fingerprint. */
  ca?: string;
  /**
   * Called with the first certificate when no fingerprint is set. Nothing is sent until it returns or
   * its promise resolves; when it throws or rejects, the certificate is rejected with what the error says.
   */
  onFirstUse?(certificate: { fingerprint: string; commonName: string }): void | Promise<void>;
}

/** The members of a certificate that identify a bridge. */
export interface CertificateInfo {
  /** SHA-256, in the form AA:BB:… */
  fingerprint: string;
  /** Common name; on bridges of this kind the id of the bridge. */
  commonName: string;
  validTo: Date;
}

/** Returns the identifying members of a peer certificate; an empty fingerprint if there is none. */
export function toCertificateInfo(certificate: PeerCertificate): CertificateInfo {
  const { subject, fingerprint256, valid_to } = certificate;
  const commonName = Array.isArray(subject?.CN) ? subject.CN[0] : subject?.CN;
  return {
    fingerprint: fingerprint256 ?? '',
    commonName: sanitizeText(commonName ?? '', 64),
    validTo: new Date(valid_to),
  };
}

/** @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the fingerprint does not have 64 hexadecimal digits */
function parsePin(text: string): string {
  const fingerprint = parseFingerprint(text);
  if (fingerprint !== undefined) return fingerprint;
  throw new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    'The pinned certificate is not a SHA-256 fingerprint of 64 hexadecimal digits. Read it from the bridge again.',
  );
}

/** Verifies the certificates of all connections of one client. */
export class CertificateVerifier {
  /** CA certificates, in PEM. */
  readonly ca: string | undefined;
  /** Bridge id that must be the common name, in upper case. */
  readonly bridgeId: string | undefined;
  readonly #onFirstUse: TrustOptions['onFirstUse'];
  readonly #warn: (warning: string) => void;
  #pinned: string | undefined;
  #lastAccepted: CertificateInfo | undefined;
  #pendingFirstUse: Promise<TransportFailure | undefined> | undefined;

  /**
   * @param options how the bridge is identified
   * @param warn called with each warning for people
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the fingerprint is invalid, or when `ca` holds no
   *   certificate: Node.js would use its default CAs for an empty text
   */
  constructor(options: TrustOptions, warn: (warning: string) => void) {
    if (options.ca?.includes('-----BEGIN CERTIFICATE-----') === false) {
      throw new BridgeError(
        'ERR_BRIDGE_NOT_CONFIGURED',
        'The CA file holds no certificate in PEM form. Choose another file, or leave it out.',
      );
    }
    this.ca = options.ca;
    this.bridgeId = options.bridgeId?.toUpperCase();
    this.#onFirstUse = options.onFirstUse?.bind(options);
    this.#warn = warn;
    this.#pinned = options.fingerprint === undefined ? undefined : parsePin(options.fingerprint);
  }

  /**
   * Verifies a certificate before anything is sent.
   *
   * @param endpoint address for messages
   * @returns undefined when it is accepted, else the failure; a promise only while `onFirstUse` is pending
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

  /** True with a pinned fingerprint, or a CA and a bridge id: acceptance then proves the identity. */
  get hasPinnedIdentity(): boolean {
    return this.#pinned !== undefined || (this.ca !== undefined && this.bridgeId !== undefined);
  }

  /** The certificate that was accepted last. */
  get lastAccepted(): CertificateInfo | undefined {
    return this.#lastAccepted;
  }

  #recordResult(
    certificate: CertificateInfo,
    endpoint: string,
    failure: TransportFailure | undefined,
  ): TransportFailure | undefined {
    if (failure === undefined) this.#lastAccepted = certificate;
    if (debugLogs.trust.enabled) logDecision(certificate, endpoint, failure);
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
    if (this.#pinned !== undefined) return this.#verifyPin(certificate, endpoint, this.#pinned);
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

  #verifyPin(
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
      this.#warn(
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

function logDecision(
  { fingerprint, commonName }: CertificateInfo,
  endpoint: string,
  failure: TransportFailure | undefined,
): void {
  const decision = failure === undefined ? 'accepted' : `rejected: ${failure.detail}`;
  debugLogs.trust.write(
    `${endpoint} shows ${abbreviateFingerprint(fingerprint)} of "${commonName}": ${decision}`,
  );
}

/** What to do when a bridge shows another certificate than before. */
export const changedCertificateHint =
  'If the bridge was reset or exchanged, trust its certificate again in the bridge settings; otherwise find out what answers there.';

/** Returns the failure of a certificate that is not accepted. */
export const untrustedFailure = (detail: string, reason?: string): TransportFailure => ({
  kind: 'untrusted',
  code: 'ERR_BRIDGE_UNTRUSTED',
  detail,
  hint: changedCertificateHint,
  ...(reason === undefined ? {} : { reason }),
});
