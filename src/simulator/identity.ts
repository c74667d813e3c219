import { X509Certificate, createPrivateKey, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commonNameOf, selfSignedCertificate } from './certificate';
import type { CertificateOptions, CertifiedKey } from './certificate';
import { contentOf } from './whole-file';

/** Who a bridge is: its id and the certificate it proves that with. */
export interface Identity extends CertifiedKey {
  /** 16 hex digits: a MAC address with `fffe` in its middle, as real bridges have it. */
  bridgeId: string;
}

/** Where an identity comes from. */
export interface IdentityOptions {
  /** Where it is kept from start to start; without it, it lives in memory only. */
  folder?: string | undefined;
  bridgeId?: string | undefined;
  /** What is unusual about a new certificate. */
  certificate?: Partial<CertificateOptions> | undefined;
}

const certificateFile = 'certificate.pem';
const privateKeyFile = 'private-key.pem';
const usualBridgeId = '02a1b2fffec3d4e5';

/**
 * Takes the identity that is kept in a folder, or makes one.
 *
 * @throws Error when the folder cannot be used, or holds something else than the certificate of the
 *   bridge asked for
 */
export async function identityOf({
  folder,
  bridgeId,
  certificate,
}: IdentityOptions): Promise<Identity> {
  if (folder === undefined) return newIdentity(bridgeId ?? usualBridgeId, certificate);
  const kept = await keptIdentity(folder);
  if (kept === undefined) {
    const made = newIdentity(bridgeId ?? randomBridgeId(), certificate);
    await keep(folder, made);
    return made;
  }
  if (bridgeId !== undefined && bridgeId !== kept.bridgeId) {
    throw new Error(
      `${folder} holds the certificate of bridge ${kept.bridgeId}, not of ${bridgeId}: ` +
        'give another folder, or leave the id of the bridge out.',
    );
  }
  return kept;
}

const newIdentity = (bridgeId: string, options: Partial<CertificateOptions> = {}): Identity => ({
  bridgeId,
  ...selfSignedCertificate({ commonName: bridgeId, ...options }),
});

/** Locally administered, so that it is nobody's MAC address (IEEE 802). */
function randomBridgeId(): string {
  const digits = randomBytes(5).toString('hex');
  return `02${digits.slice(0, 4)}fffe${digits.slice(4)}`;
}

async function keptIdentity(folder: string): Promise<Identity | undefined> {
  const certificate = await contentOf(join(folder, certificateFile));
  const privateKey = await contentOf(join(folder, privateKeyFile));
  if (certificate === undefined || privateKey === undefined) return undefined;
  const bridgeId = nameInPair(certificate, privateKey);
  if (bridgeId === undefined) {
    throw new Error(
      `${certificateFile} and ${privateKeyFile} in ${folder} are no certificate of a bridge with its key: ` +
        'delete them to get new ones.',
    );
  }
  return { bridgeId, certificate, privateKey };
}

/** The name in a certificate; undefined for anything else, and for one of another key. */
function nameInPair(certificate: string, privateKey: string): string | undefined {
  try {
    const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
    return isPair ? commonNameOf(certificate) : undefined;
  } catch {
    return undefined;
  }
}

async function keep(folder: string, { certificate, privateKey }: Identity): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, privateKeyFile), privateKey, { mode: 0o600 });
  await writeFile(join(folder, certificateFile), certificate);
}
