import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownBridgeCertificate } from './known-bridges-file';

const fileName = join('lighting-bridge', 'addresses.json');

/** The file of versions before the store, in the user directory. */
const formerFileName = 'lighting-bridge-known-bridges.json';

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
  readonly #formerFile: string;
  /** The entries where there is no file. */
  #inMemory: KnownBridges = new Map();
  #lastUpdate: Promise<unknown> = Promise.resolve();

  /** @param userDirectory where Node-RED keeps its files; without one, the store is in memory only */
  constructor(userDirectory: string | undefined) {
    this.#file = userDirectory === undefined ? undefined : join(userDirectory, fileName);
    this.#formerFile = join(userDirectory ?? '', formerFileName);
  }

  /**
   * @param hostPort `host:port`
   * @returns the entry of that address; undefined when there is none
   * @throws Error when the file exists but cannot be read: that must not count as first use
   */
  async find(hostPort: string): Promise<KnownBridgeCertificate | undefined> {
    const { bridges, isFormer } = await this.#read();
    // Where nothing can be written the former file goes on to count.
    if (isFormer) await this.#takeTurn(() => this.#revise(takeOver)).catch(() => undefined);
    return bridges.get(hostPort);
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

  async #update(hostPort: string, revise: Revision): Promise<KnownBridgeCertificate> {
    return this.#takeTurn(async () => {
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

  /** Runs updates one after another, each on the result of the previous one. */
  #takeTurn<T>(update: () => Promise<T>): Promise<T> {
    const result = this.#lastUpdate.then(update);
    // The caller gets the failure; the next update must run in any case.
    this.#lastUpdate = result.catch(() => undefined);
    return result;
  }

  /** Revises the entries on what is stored now, whatever another process stored since they were read last. */
  async #revise(revise: (bridges: KnownBridges) => KnownBridges): Promise<void> {
    const file = this.#file;
    if (file === undefined) {
      this.#inMemory = revise(this.#inMemory);
      return;
    }
    // Loaded on first use: no file is touched while Node-RED loads the palette.
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

/** Changes no entry: the entries of the former file are written into the new one. */
const takeOver = (bridges: KnownBridges): KnownBridges => bridges;

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
