import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runExclusively } from '../run-exclusively';
import type { KnownBridgeCertificate } from './known-bridges-file';

const fileName = join('lighting-bridge', 'addresses.json');

/** Before the store, in the user directory. */
const formerFileName = 'lighting-bridge-known-bridges.json';

const storesByDirectory = new Map<string, KnownBridgeCertificates>();

/**
 * One instance per directory serialises the updates of a process, so that they do not wait for the lock.
 *
 * @param userDirectory without it, the store is in memory only
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
 * Stores certificates that were trusted on first use, like `known_hosts` of ssh. Several processes can share the
 * file: each update reads and writes it under a lock.
 */
export class KnownBridgeCertificates {
  readonly #file: string | undefined;
  readonly #formerFile: string;
  #inMemory: KnownBridges = new Map();

  constructor(userDirectory: string | undefined) {
    this.#file = userDirectory === undefined ? undefined : join(userDirectory, fileName);
    this.#formerFile = join(userDirectory ?? '', formerFileName);
  }

  /**
   * @param hostPort `host:port`
   * @throws Error when the file exists but cannot be read: that must not count as first use
   */
  async find(hostPort: string): Promise<KnownBridgeCertificate | undefined> {
    const { bridges, isFormer } = await this.#read();
    // If the new file cannot be written, the former file remains valid.
    if (isFormer) await runExclusively(this, () => this.#revise(takeOver)).catch(() => undefined);
    return bridges.get(hostPort);
  }

  /**
   * Stores a certificate unless the address has one. Resolves when the file is written.
   *
   * @param hostPort `host:port`
   * @returns the stored entry, possibly with another certificate
   * @throws Error when the file cannot be read, locked or written; nothing is stored then
   */
  addIfAbsent(hostPort: string, certificate: CertificateIdentity): Promise<KnownBridgeCertificate> {
    return this.#update(hostPort, (stored) => stored ?? createKnownBridge(certificate));
  }

  /**
   * @param hostPort `host:port` of the settings
   * @param certificate the one that identified the bridge
   * @param foundAt undefined for the address of the settings
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

  async #update(hostPort: string, revise: Revision): Promise<KnownBridgeCertificate> {
    // Each update uses the result of the previous one.
    return runExclusively(this, async () => {
      const stored = (await this.#read()).bridges.get(hostPort);
      if (stored !== undefined && revise(stored) === stored) return stored;
      let revised = stored;
      await this.#revise((bridges) => {
        const present = bridges.get(hostPort);
        revised = revise(present);
        return revised === present ? bridges : new Map(bridges).set(hostPort, revised);
      });
      return revised ?? revise(undefined);
    });
  }

  /** Revises what is stored at that time: another process may have changed it. */
  async #revise(revise: (bridges: KnownBridges) => KnownBridges): Promise<void> {
    const file = this.#file;
    if (file === undefined) {
      this.#inMemory = revise(this.#inMemory);
      return;
    }
    // Loaded on first use, so that Node-RED loads the palette without file access.
    const [{ withLockedStoredFile }, { serializeKnownBridges }] = await Promise.all([
      import('./stored-file.js'),
      import('./known-bridges-file.js'),
    ]);
    await withLockedStoredFile(file, async (write) => {
      const { bridges, isFormer } = await this.#read();
      const revised = revise(bridges);
      if (revised !== bridges || isFormer) await write(serializeKnownBridges(revised));
      if (isFormer) await rm(this.#formerFile, { force: true });
    });
  }

  async #read(): Promise<{ bridges: KnownBridges; isFormer: boolean }> {
    if (this.#file === undefined) return { bridges: this.#inMemory, isFormer: false };
    const [{ readStoredFile }, { readJsonFile }, { parseKnownBridges, parseKnownAddresses }] =
      await Promise.all([
        import('./stored-file.js'),
        import('../../../files/read-file.js'),
        import('./known-bridges-file.js'),
      ]);
    const members = await readStoredFile(this.#file);
    if (members !== undefined) return { bridges: parseKnownBridges(members), isFormer: false };
    const former = await readJsonFile(this.#formerFile);
    if (former === undefined) return { bridges: new Map(), isFormer: false };
    return { bridges: parseKnownAddresses(former), isFormer: true };
  }
}

type KnownBridges = ReadonlyMap<string, KnownBridgeCertificate>;

/** Changes nothing, but the write copies the entries of the former file into the new file. */
const takeOver = (bridges: KnownBridges): KnownBridges => bridges;

/** Returns the stored entry if nothing changes. */
type Revision = (stored: KnownBridgeCertificate | undefined) => KnownBridgeCertificate;

const isSameAddress = (
  one: KnownBridgeCertificate['foundAt'],
  other: KnownBridgeCertificate['foundAt'],
): boolean => one?.host === other?.host && one?.port === other?.port;

export type CertificateIdentity = Pick<KnownBridgeCertificate, 'fingerprint' | 'commonName'>;

const createKnownBridge = ({
  fingerprint,
  commonName,
}: CertificateIdentity): KnownBridgeCertificate => ({
  fingerprint,
  commonName,
  firstSeen: new Date().toISOString(),
});
