import { X509Certificate, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  derBitString,
  derExplicit,
  derInteger,
  derObjectIdentifier,
  derOctetString,
  derSequence,
  derSet,
  derTime,
  derTrue,
  derUtf8String,
} from './der';

/** Both PEM. */
export interface CertificateKeyPair {
  certificate: string;
  privateKey: string;
}

export interface SelfSignedCertificateOptions {
  /** Real bridges use their id, and have no alternative names. */
  commonName: string;
  validFrom?: Date;
  validTo?: Date;
}

/** RFC 5280 (names, extensions), RFC 5758 (signature). */
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

/** Observed on a real bridge. */
const defaultValidTo = new Date('2038-01-19T03:14:07Z');

/** With a new key on the curve P-256. */
export function createSelfSignedCertificate(
  options: SelfSignedCertificateOptions,
): CertificateKeyPair {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = derSequence(derObjectIdentifier(oid.ecdsaWithSha256));
  const name = encodeDistinguishedName(options.commonName);
  const toBeSigned = derSequence(
    derExplicit(0, derInteger(Buffer.from([2]))),
    derInteger(createSerialNumber()),
    algorithm,
    name,
    derSequence(
      derTime(options.validFrom ?? getYesterday()),
      derTime(options.validTo ?? defaultValidTo),
    ),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    derExplicit(3, encodeExtensions()),
  );
  const signature = createSign('SHA256').update(toBeSigned).sign(keys.privateKey);
  const certificate = derSequence(toBeSigned, algorithm, derBitString(signature));
  return {
    certificate: new X509Certificate(certificate).toString(),
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** SHA-256 of a PEM certificate, as pairs of hex digits with colons. */
export const computeFingerprint = (certificate: string): string =>
  new X509Certificate(certificate).fingerprint256;

export function getCommonName(certificate: string): string | undefined {
  return /^CN=(.*)$/m.exec(new X509Certificate(certificate).subject)?.[1];
}

function encodeDistinguishedName(commonName: string): Buffer {
  const encodeAttribute = (identifier: string, text: string): Buffer =>
    derSet(derSequence(derObjectIdentifier(identifier), derUtf8String(text)));
  return derSequence(
    encodeAttribute(oid.country, 'XX'),
    encodeAttribute(oid.organization, 'Lighting bridge simulator'),
    encodeAttribute(oid.commonName, commonName),
  );
}

function encodeExtensions(): Buffer {
  const encodeCriticalExtension = (identifier: string, value: Buffer): Buffer =>
    derSequence(derObjectIdentifier(identifier), derTrue, derOctetString(value));
  const digitalSignature = derBitString(Buffer.from([0x80]), 7);
  return derSequence(
    encodeCriticalExtension(oid.basicConstraints, derSequence()),
    encodeCriticalExtension(oid.keyUsage, digitalSignature),
    derSequence(
      derObjectIdentifier(oid.extendedKeyUsage),
      derOctetString(derSequence(derObjectIdentifier(oid.serverAuthentication))),
    ),
  );
}

/** Positive and without a leading zero byte, as DER requires. */
function createSerialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f);
  return bytes;
}

const getYesterday = (): Date => new Date(Date.now() - 86_400_000);
