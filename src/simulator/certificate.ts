import { X509Certificate, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  bitString,
  boolean,
  explicit,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  utf8String,
} from './der';

/** A certificate and its private key, both PEM. */
export interface CertifiedKey {
  certificate: string;
  privateKey: string;
}

/** What stands in a certificate. */
export interface CertificateOptions {
  /** Common name: real bridges put their id there and give no alternative names. */
  commonName: string;
  validFrom?: Date;
  validTo?: Date;
}

/** Object identifiers: RFC 5280 (names, extensions), RFC 5758 (signature). */
const oid = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
} as const;

/** End of life of the certificates of real bridges (seen on such a bridge's certificate). */
const usualEnd = new Date('2038-01-19T03:14:07Z');

/**
 * Makes a key on the curve P-256 and a certificate for it, signed with itself.
 *
 * @returns both as PEM
 */
export function selfSignedCertificate(options: CertificateOptions): CertifiedKey {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectIdentifier(oid.ecdsaWithSha256));
  const name = distinguishedName(options.commonName);
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(serialNumber()),
    algorithm,
    name,
    sequence(time(options.validFrom ?? yesterday()), time(options.validTo ?? usualEnd)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, extensions()),
  );
  const signature = createSign('SHA256').update(toBeSigned).sign(keys.privateKey);
  const certificate = sequence(toBeSigned, algorithm, bitString(signature));
  return {
    certificate: new X509Certificate(certificate).toString(),
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** SHA-256 of a PEM certificate, as pairs of hex digits with colons. */
export const fingerprintOf = (certificate: string): string =>
  new X509Certificate(certificate).fingerprint256;

/** Common name in the subject of a PEM certificate. */
export function commonNameOf(certificate: string): string | undefined {
  return /^CN=(.*)$/m.exec(new X509Certificate(certificate).subject)?.[1];
}

function distinguishedName(commonName: string): Buffer {
  const part = (identifier: string, text: string): Buffer =>
    set(sequence(objectIdentifier(identifier), utf8String(text)));
  return sequence(
    part(oid.country, 'XX'),
    part(oid.organization, 'Lighting bridge simulator'),
    part(oid.commonName, commonName),
  );
}

function extensions(): Buffer {
  const extension = (identifier: string, critical: boolean, value: Buffer): Buffer =>
    sequence(objectIdentifier(identifier), boolean(critical), octetString(value));
  const digitalSignature = bitString(Buffer.from([0x80]), 7);
  return sequence(
    extension(oid.basicConstraints, true, sequence()),
    extension(oid.keyUsage, true, digitalSignature),
    sequence(
      objectIdentifier(oid.extendedKeyUsage),
      octetString(sequence(objectIdentifier(oid.serverAuthentication))),
    ),
  );
}

/** Positive and never with a leading zero byte, as DER demands. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f);
  return bytes;
}

const yesterday = (): Date => new Date(Date.now() - 86_400_000);
