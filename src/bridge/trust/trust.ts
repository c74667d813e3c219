import type { PeerCertificate } from 'node:tls';
import { BridgeError } from '../errors/errors';
import { printable } from '../errors/printable';
import { fingerprintOf, shortFingerprint } from './fingerprint';
import type { Problem } from '../errors/problem';

/** Who the client talks to. Without any of these the first certificate seen is remembered in memory. */
export interface Trust {
  /** SHA-256 fingerprint of the certificate, as hexadecimal digits with or without colons. */
  fingerprint?: string;
  /** Id of the bridge, compared with the common name of the certificate; case does not matter. */
  bridgeId?: string;
  /** Certificates in PEM of those who may vouch for the bridge, instead of or beside a fingerprint. */
  ca?: string;
  /**
   * Called with the first certificate seen, when no fingerprint is set. Nothing is sent until it returns or
   * its promise resolves; when it throws or rejects, the certificate is refused.
   */
  onFirstUse?(seen: { fingerprint: string; commonName: string }): void | Promise<void>;
}

/** What a certificate says. */
export interface SeenCertificate {
  /** SHA-256, in the form AA:BB:… */
  fingerprint: string;
  /** Common name; on bridges of this kind the id of the bridge. */
  commonName: string;
  validTo: Date;
}

/** Reads what matters from a certificate. */
export function seenCertificate(certificate: PeerCertificate): SeenCertificate {
  const { subject, fingerprint256, valid_to } = certificate;
  const commonName = Array.isArray(subject?.CN) ? subject.CN[0] : subject?.CN;
  return {
    fingerprint: fingerprint256 ?? '',
    commonName: printable(commonName ?? '', 64),
    validTo: new Date(valid_to),
  };
}

/** @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when a fingerprint has not 64 hexadecimal digits */
function pinOf(given: string): string {
  const fingerprint = fingerprintOf(given);
  if (fingerprint !== undefined) return fingerprint;
  throw new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    'The pinned certificate is not a SHA-256 fingerprint of 64 hexadecimal digits. Read it from the bridge again.',
  );
}

/** Decides, for all connections of one client, whether a certificate is the bridge's. */
export class TrustKeeper {
  /** Certificates that may vouch, in PEM. */
  readonly ca: string | undefined;
  /** Id that the certificate must carry. */
  readonly bridgeId: string | undefined;
  readonly #onFirstUse: Trust['onFirstUse'];
  readonly #warn: (warning: string) => void;
  #pinned: string | undefined;
  #lastTaken: SeenCertificate | undefined;
  #firstUse: Promise<Problem | undefined> | undefined;

  /**
   * @param trust what a person settled
   * @param warn called with each warning for people
   * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the fingerprint is none, or when nobody is named in
   *   the certificates that may vouch: Node.js takes an empty text for "everybody who usually may"
   */
  constructor(trust: Trust, warn: (warning: string) => void) {
    if (trust.ca?.includes('-----BEGIN CERTIFICATE-----') === false) {
      throw new BridgeError(
        'ERR_BRIDGE_NOT_CONFIGURED',
        'The CA file holds no certificate in PEM form. Choose another file, or leave it out.',
      );
    }
    this.ca = trust.ca;
    this.bridgeId = trust.bridgeId?.toUpperCase();
    this.#onFirstUse = trust.onFirstUse?.bind(trust);
    this.#warn = warn;
    this.#pinned = trust.fingerprint === undefined ? undefined : pinOf(trust.fingerprint);
  }

  /**
   * Judges a certificate before a single byte is sent.
   *
   * @returns undefined when it is the bridge's, or what is wrong; a promise only while the first use is settled
   */
  judge(seen: SeenCertificate, where: string): Problem | undefined | Promise<Problem | undefined> {
    const judgement = this.#judge(seen, where);
    if (judgement instanceof Promise) return judgement.then((problem) => this.#note(seen, problem));
    return this.#note(seen, judgement);
  }

  /** True when a certificate can prove to be the bridge's, not only seem to be the first one. */
  get canProve(): boolean {
    return this.#pinned !== undefined || (this.ca !== undefined && this.bridgeId !== undefined);
  }

  /** The certificate that was last taken for the bridge's. */
  get lastTaken(): SeenCertificate | undefined {
    return this.#lastTaken;
  }

  #note(seen: SeenCertificate, problem: Problem | undefined): Problem | undefined {
    if (problem === undefined) this.#lastTaken = seen;
    return problem;
  }

  #judge(seen: SeenCertificate, where: string): Problem | undefined | Promise<Problem | undefined> {
    if (seen.fingerprint === '') return untrusted(`${where} shows no certificate`);
    if (this.bridgeId !== undefined && seen.commonName.toUpperCase() !== this.bridgeId) {
      return untrusted(
        `the certificate at ${where} belongs to "${seen.commonName}" instead of the bridge ${this.bridgeId}`,
      );
    }
    if (this.#pinned !== undefined) return this.#comparePin(seen, where, this.#pinned);
    if (this.ca !== undefined) return undefined;
    if (this.#firstUse !== undefined) {
      return this.#firstUse.then((problem) => problem ?? this.#judge(seen, where));
    }
    if (this.#onFirstUse === undefined) {
      this.#pinned = seen.fingerprint;
      return undefined;
    }
    this.#firstUse = this.#settleFirstUse(this.#onFirstUse, seen, where).finally(() => {
      this.#firstUse = undefined;
    });
    return this.#firstUse;
  }

  #comparePin(seen: SeenCertificate, where: string, pinned: string): Problem | undefined {
    if (seen.fingerprint !== pinned) {
      return untrusted(
        `the certificate at ${where} is ${shortFingerprint(seen.fingerprint)} instead of the pinned ${shortFingerprint(pinned)}`,
      );
    }
    if (seen.validTo.getTime() < Date.now()) {
      this.#warn(
        `The certificate of the bridge at ${where} expired on ${seen.validTo.toISOString().slice(0, 10)}. It is the pinned one, so it is used all the same.`,
      );
    }
    return undefined;
  }

  async #settleFirstUse(
    onFirstUse: NonNullable<Trust['onFirstUse']>,
    seen: SeenCertificate,
    where: string,
  ): Promise<Problem | undefined> {
    try {
      await onFirstUse({ fingerprint: seen.fingerprint, commonName: seen.commonName });
    } catch (error) {
      const why = error instanceof Error ? `: ${printable(error.message)}` : '';
      return untrusted(`the certificate at ${where} was not accepted${why}`);
    }
    this.#pinned = seen.fingerprint;
    return undefined;
  }
}

/** Somebody else than the bridge answers, or the bridge has a new certificate. */
export const untrusted = (what: string, reason?: string): Problem => ({
  kind: 'untrusted',
  code: 'ERR_BRIDGE_UNTRUSTED',
  what,
  todo: 'Nothing was sent. If the bridge was reset or exchanged, trust its certificate again in the bridge settings; otherwise find out what answers there.',
  ...(reason === undefined ? {} : { reason }),
});
