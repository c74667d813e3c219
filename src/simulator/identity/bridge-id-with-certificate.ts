import { X509Certificate, createPrivateKey, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getCommonName, createSelfSignedCertificate } from './certificate';
import type { SelfSignedCertificateOptions, CertificateKeyPair } from './certificate';
import { readTextFile, writeFileAtomically } from '../../files/text-file';

export interface BridgeIdWithCertificate extends CertificateKeyPair {
  /** 16 hex digits: a MAC address with `fffe` in the middle, as on real bridges. */
  bridgeId: string;
}

interface BridgeIdWithCertificateOptions {
  /** Without it, a new identity is created in memory. */
  folder?: string | undefined;
  bridgeId?: string | undefined;
  /** For a new certificate. */
  certificate?: Partial<SelfSignedCertificateOptions> | undefined;
}

const certificateFile = 'certificate.pem';
const privateKeyFile = 'private-key.pem';
const defaultBridgeId = '02a1b2fffec3d4e5';

/** @throws Error if the folder cannot be used, or contains anything but the certificate of the requested bridge */
export async function loadOrCreateBridgeIdWithCertificate({
  folder,
  bridgeId,
  certificate,
}: BridgeIdWithCertificateOptions): Promise<BridgeIdWithCertificate> {
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
