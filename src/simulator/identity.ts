import {
  X509Certificate,
  createPrivateKey,
  randomBytes,
  createSign,
  generateKeyPairSync,
} from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextFile, writeFileAtomically } from '../files/text-file';

export interface BridgeIdWithCertificate extends CertificateKeyPair {
  /** 16 hex digits: a MAC address with `fffe` in the middle, as on real bridges. */
  bridgeId: string;
}

const certificateFile = 'certificate.pem';
const privateKeyFile = 'private-key.pem';
const defaultBridgeId = '02a1b2fffec3d4e5';

/**
 * The id of the bridge with its certificate: of the folder, where one run keeps them for the next.
 *
 * @param folder without it, a new identity is created in memory
 * @param certificate of a new one
 * @throws Error if the folder cannot be used, or contains anything but the certificate of the requested bridge
 */
export async function loadOrCreateBridgeIdWithCertificate(
  folder?: string,
  bridgeId?: string,
  certificate?: Partial<SelfSignedCertificateOptions>,
): Promise<BridgeIdWithCertificate> {
  if (folder === undefined) return createIdentity(bridgeId ?? defaultBridgeId, certificate);
  const stored = await loadIdentity(folder);
  if (stored === undefined) {
    const created = createIdentity(bridgeId ?? createRandomBridgeId(), certificate);
    await saveIdentity(folder, created);
    return created;
  }
  if (bridgeId !== undefined && bridgeId !== stored.bridgeId) {
    throw new Error(
      `${folder} holds the certificate of bridge ${stored.bridgeId}, not of ${bridgeId}: ` +
        'give another folder, or leave the id of the bridge out.',
    );
  }
  return stored;
}

const createIdentity = (
  bridgeId: string,
  options: Partial<SelfSignedCertificateOptions> = {},
): BridgeIdWithCertificate => ({
  bridgeId,
  ...createSelfSignedCertificate({ commonName: bridgeId, ...options }),
});

/** From a locally administered MAC address, which no real device has (IEEE 802). */
function createRandomBridgeId(): string {
  const digits = randomBytes(5).toString('hex');
  return `02${digits.slice(0, 4)}fffe${digits.slice(4)}`;
}

async function loadIdentity(folder: string): Promise<BridgeIdWithCertificate | undefined> {
  const certificate = await readTextFile(join(folder, certificateFile));
  const privateKey = await readTextFile(join(folder, privateKeyFile));
  if (certificate === undefined || privateKey === undefined) return undefined;
  const bridgeId = getCommonNameOfPair(certificate, privateKey);
  if (bridgeId === undefined) {
    throw new Error(
      `${certificateFile} and ${privateKeyFile} in ${folder} are no certificate of a bridge with its key: ` +
        'delete them to get new ones.',
    );
  }
  return { bridgeId, certificate, privateKey };
}

/** Undefined if the certificate is invalid or belongs to another key. */
function getCommonNameOfPair(certificate: string, privateKey: string): string | undefined {
  try {
    const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
    return isPair ? getCommonName(certificate) : undefined;
  } catch {
    return undefined;
  }
}

async function saveIdentity(
  folder: string,
  { certificate, privateKey }: BridgeIdWithCertificate,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFileAtomically(join(folder, privateKeyFile), privateKey, { mode: 0o600 });
  await writeFileAtomically(join(folder, certificateFile), certificate);
}

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

function getCommonName(certificate: string): string | undefined {
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

/** The encoding of certificates (ITU-T X.690). */

function encodeDer(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content]);
}

/** Short form below 128, otherwise the number of length bytes and the bytes (X.690, 8.1.3). */
function encodeLength(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let remaining = length; remaining > 0; remaining = Math.floor(remaining / 256))
    bytes.unshift(remaining % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

const derSequence = (...contents: readonly Uint8Array[]): Buffer => encodeDer(0x30, ...contents);
const derSet = (...contents: readonly Uint8Array[]): Buffer => encodeDer(0x31, ...contents);
const derUtf8String = (text: string): Buffer => encodeDer(0x0c, Buffer.from(text, 'utf8'));
const derOctetString = (content: Uint8Array): Buffer => encodeDer(0x04, content);
const derTrue = encodeDer(0x01, Buffer.from([0xff]));

const derBitString = (content: Uint8Array, unusedBits = 0): Buffer =>
  encodeDer(0x03, Buffer.from([unusedBits]), content);

/** @param bytes of a positive integer, most significant first */
function derInteger(bytes: Uint8Array): Buffer {
  const sign = (bytes[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0);
  return encodeDer(0x02, sign, bytes);
}

/** In a context tag, such as the version of a certificate. */
const derExplicit = (tag: number, content: Uint8Array): Buffer => encodeDer(0xa0 | tag, content);

/** From the dotted notation (X.690, 8.19). */
function derObjectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return encodeDer(0x06, Buffer.from([first * 40 + second, ...others.flatMap(encodeBase128)]));
}

function encodeBase128(value: number): number[] {
  const bytes = [value % 128];
  for (
    let remaining = Math.floor(value / 128);
    remaining > 0;
    remaining = Math.floor(remaining / 128)
  ) {
    bytes.unshift(0x80 | (remaining % 128));
  }
  return bytes;
}

/** Two digits of the year until 2049, four from 2050 on (RFC 5280, 4.1.2.5). */
function derTime(date: Date): Buffer {
  const digits = `${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  return date.getUTCFullYear() < 2050
    ? encodeDer(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : encodeDer(0x18, Buffer.from(digits, 'ascii'));
}
