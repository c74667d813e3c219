import { join } from 'node:path';
import { parseKnownBridges, serializeKnownBridges } from './known-bridges-file';
import type { KnownBridgeCertificate } from './known-bridges-file';

const fileName = 'lighting-bridge-known-bridges.json';

const storesByDirectory = new Map<string, KnownBridgeCertificates>();

/**
 * The store of known bridges of a user directory. There is one instance per directory, so that updates of one process
 * wait for each other and not for the lock.
 *
 * @param userDirectory where Node-RED keeps its files; without one, the store is in memory only
 */
export function getKnownBridgeCertificates(
  userDirectory: string | undefined,
): KnownBridgeCertificates {
  if (userDirectory === undefined) return new KnownBridgeCertificates(undefined);
  const existing = storesByDirectory.get(userDirectory);
  if (existing !== undefined) return existing;
  const created = new KnownBridgeCertificates(userDirectory);
  storesByDirectory.set(userDirectory, created);
  return created;
}

/**
 * File of the certificates that were trusted on first use, like `known_hosts` of ssh. Several processes may use it:
 * what each adds is decided and written under a lock, on what the file holds then.
 */
export class KnownBridgeCertificates {
  readonly #file: string | undefined;
  /** The entries where there is no file. */
  #inMemory: ReadonlyMap<string, KnownBridgeCertificate> = new Map();
  #lastUpdate: Promise<unknown> = Promise.resolve();

  /** @param userDirectory where Node-RED keeps its files; without one, the store is in memory only */
  constructor(userDirectory: string | undefined) {
    this.#file = userDirectory === undefined ? undefined : join(userDirectory, fileName);
  }

  /**
   * @param hostPort `host:port`
   * @returns the entry of that address; undefined when there is none
   * @throws Error when the file exists but cannot be read: that must not count as first use
   */
  async find(hostPort: string): Promise<KnownBridgeCertificate | undefined> {
    return (await this.#read()).get(hostPort);
  }

  /**
   * Stores the certificate of a bridge unless the address has an entry. Resolves when the file is written.
   *
   * @param hostPort `host:port`
   * @param certificate the certificate of the present connection
   * @returns the stored entry, which may be of another certificate
   * @throws Error when the file cannot be read, locked or written; nothing is stored then
   */
  addIfAbsent(hostPort: string, certificate: CertificateIdentity): Promise<KnownBridgeCertificate> {
    return this.#update(hostPort, (stored) => stored ?? createKnownBridge(certificate));
  }

  /**
   * Stores the address where a bridge was found.
   *
   * @param hostPort `host:port` of the settings
   * @param certificate the certificate that identified the bridge
   * @param foundAt undefined when it is at the address of the settings
   * @throws Error when the file cannot be read, locked or written
   */
  async recordMovedAddress(
    hostPort: string,
    { fingerprint, commonName }: CertificateIdentity,
    foundAt: KnownBridgeCertificate['foundAt'],
  ): Promise<void> {
    await this.#update(hostPort, (stored) => {
      const isSame = stored?.fingerprint === fingerprint;
      if (isSame && isSameAddress(stored.foundAt, foundAt)) return stored;
      const { firstSeen } = isSame ? stored : createKnownBridge({ fingerprint, commonName });
      const bridge = { fingerprint, commonName, firstSeen };
      return foundAt === undefined ? bridge : { ...bridge, foundAt };
    });
  }

  /** Runs updates one after another, each on the result of the previous one. */
  #update(hostPort: string, revise: Revision): Promise<KnownBridgeCertificate> {
    const result = this.#lastUpdate.then(async () => {
      const stored = (await this.#read()).get(hostPort);
      if (stored !== undefined && revise(stored) === stored) return stored;
      return this.#revise(hostPort, revise);
    });
    // The caller gets the failure; the next update must run in any case.
    this.#lastUpdate = result.catch(() => undefined);
    return result;
  }

  /** Revises an entry on what is stored now, whatever another process stored since it was read last. */
  async #revise(hostPort: string, revise: Revision): Promise<KnownBridgeCertificate> {
    const file = this.#file;
    if (file === undefined) {
      const bridge = revise(this.#inMemory.get(hostPort));
      this.#inMemory = new Map(this.#inMemory).set(hostPort, bridge);
      return bridge;
    }
    // Loaded on first use: no file is touched while Node-RED loads the palette.
    const [{ withFileLock }, { writeFileAtomically }] = await Promise.all([
      import('../../files/file-lock.js'),
      import('../../files/write-file-atomically.js'),
    ]);
    return withFileLock(file, async ({ assertHeld }) => {
      const bridges = await this.#read();
      const stored = bridges.get(hostPort);
      const bridge = revise(stored);
      if (bridge === stored) return stored;
      const text = serializeKnownBridges(new Map(bridges).set(hostPort, bridge));
      await writeFileAtomically(file, text, { mode: 0o600, beforeReplace: assertHeld });
      return bridge;
    });
  }

  async #read(): Promise<ReadonlyMap<string, KnownBridgeCertificate>> {
    if (this.#file === undefined) return this.#inMemory;
    const { readTextFile } = await import('../../files/read-file.js');
    const text = await readTextFile(this.#file);
    return text === undefined ? new Map() : parseKnownBridges(text);
  }
}

/** Gives the entry that is to be stored; the stored one where nothing changes. */
type Revision = (stored: KnownBridgeCertificate | undefined) => KnownBridgeCertificate;

const isSameAddress = (
  one: KnownBridgeCertificate['foundAt'],
  other: KnownBridgeCertificate['foundAt'],
): boolean => one?.host === other?.host && one?.port === other?.port;

/** The stored part of a certificate. */
export type CertificateIdentity = Pick<KnownBridgeCertificate, 'fingerprint' | 'commonName'>;

const createKnownBridge = ({
  fingerprint,
  commonName,
}: CertificateIdentity): KnownBridgeCertificate => ({
  fingerprint,
  commonName,
  firstSeen: new Date().toISOString(),
});
