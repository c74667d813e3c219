import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkHost, parsePort } from '../../bridge/address';
import { parseFingerprint } from '../../bridge/bridge-identity';
import { isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import { readJsonFile } from '../../files/text-file';
import { readStoredFile, storeVersion, withLockedStoredFile } from './stored-file';
import { OneAtATime } from './one-at-a-time';
import * as v from 'valibot';

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
  readonly #updates = new OneAtATime();
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
    if (isFormer) await this.#updates.run(() => this.#revise(takeOver)).catch(() => undefined);
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
    return this.#updates.run(async () => {
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
    await withLockedStoredFile(file, async (write) => {
      const { bridges, isFormer } = await this.#read();
      const revised = revise(bridges);
      if (revised !== bridges || isFormer) await write(serializeKnownBridges(revised));
      if (isFormer) await rm(this.#formerFile, { force: true });
    });
  }

  async #read(): Promise<{ bridges: KnownBridges; isFormer: boolean }> {
    if (this.#file === undefined) return { bridges: this.#inMemory, isFormer: false };
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

export type KnownBridgeCertificate = v.InferOutput<typeof knownBridge>;

const knownBridge = v.strictObject({
  /** SHA-256, in the form AA:BB:… */
  fingerprint: v.pipe(
    v.string(),
    v.check((text) => parseFingerprint(text) === text),
  ),
  commonName: v.string(),
  /** ISO 8601. */
  firstSeen: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
  /** Missing if the bridge is at the address of its entry. */
  foundAt: v.exactOptional(
    v.pipe(
      v.strictObject({ host: v.string(), port: v.number() }),
      v.check(({ host, port }) => isNormalizedAddress(host, port)),
    ),
  ),
});

export const serializeKnownBridges = (
  bridges: ReadonlyMap<string, KnownBridgeCertificate>,
): string =>
  `${JSON.stringify({ version: storeVersion, addresses: Object.fromEntries(bridges) }, undefined, 2)}\n`;

/**
 * Parses the content of the file of known bridges to its entries by `host:port`.
 *
 * @throws Error for any invalid entry: if a damaged file counted as empty, any certificate would be trusted again
 */
function parseKnownBridges({ addresses, ...others }: Members): Map<string, KnownBridgeCertificate> {
  if (Object.keys(others).length > 0) throw new Error('it holds more than addresses');
  return parseKnownAddresses(addresses);
}

/**
 * Parses entries by `host:port`. Versions before the store stored only these.
 *
 * @throws Error when any entry is invalid
 */
function parseKnownAddresses(addresses: unknown): Map<string, KnownBridgeCertificate> {
  if (!isObject(addresses)) throw new Error('it holds no object');
  return new Map(
    Object.entries(addresses).map(([hostPort, bridge]) => {
      if (isHostPort(hostPort) && v.is(knownBridge, bridge)) return [hostPort, bridge];
      throw new Error(`what it holds for ${JSON.stringify(hostPort.slice(0, 80))} is damaged`);
    }),
  );
}

/** Accepts a host with colons (IPv6). */
function isHostPort(hostPort: string): boolean {
  const [, host, digits] = /^(.+):([1-9]\d{0,4})$/.exec(hostPort) ?? [];
  return isNormalizedAddress(host, Number(digits));
}

function isNormalizedAddress(host: string | undefined, port: number): boolean {
  const checked = checkHost(host);
  return checked.ok && checked.host === host && parsePort(port) === port;
}
