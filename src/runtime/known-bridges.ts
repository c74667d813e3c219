import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../bridge/errors/error-code';
import { knownInText, textOfKnown } from './known-bridges-text';
import type { KnownBridge } from './known-bridges-text';

const fileName = 'lighting-bridge-known-bridges.json';

const byDirectory = new Map<string, KnownBridges>();

/**
 * The bridges that are known in a user directory. There is one such object for a directory, so that nobody writes
 * over what another has written.
 *
 * @param userDirectory where Node-RED keeps its files; without one, bridges are known until it ends
 */
export function knownBridgesOf(userDirectory: string | undefined): KnownBridges {
  if (userDirectory === undefined) return new KnownBridges(undefined);
  const before = byDirectory.get(userDirectory);
  if (before !== undefined) return before;
  const made = new KnownBridges(userDirectory);
  byDirectory.set(userDirectory, made);
  return made;
}

/** Bridges whose certificates were trusted on first use, as ssh keeps the hosts it knows. */
export class KnownBridges {
  readonly #file: string | undefined;
  /** What is known where there is no file. */
  #held: ReadonlyMap<string, KnownBridge> = new Map();
  #lastTurn: Promise<unknown> = Promise.resolve();

  /** @param userDirectory where Node-RED keeps its files; without one, bridges are known until it ends */
  constructor(userDirectory: string | undefined) {
    this.#file = userDirectory === undefined ? undefined : join(userDirectory, fileName);
  }

  /**
   * @param place `host:port`
   * @returns the certificate that was trusted there, or undefined when the bridge was never met
   * @throws Error when the file is there but cannot be read: an unreadable file must not mean a new bridge
   */
  async find(place: string): Promise<KnownBridge | undefined> {
    return (await this.#read()).get(place);
  }

  /**
   * Remembers the certificate of a bridge unless one was met at this address before. The answer comes once it is in
   * the file.
   *
   * @param place `host:port`
   * @param seen the certificate that is there now
   * @returns the one that was met there first, which may be another one
   * @throws Error when the file cannot be read or written; the bridge is then as unknown as before
   */
  meet(place: string, seen: Certificate): Promise<KnownBridge> {
    return this.#change(place, (met) => met ?? firstSeenNow(seen));
  }

  /**
   * Remembers where a bridge was found.
   *
   * @param place `host:port` where it should be
   * @param proof the certificate that proved that it is the bridge
   * @param foundAt undefined when it is back in its place
   * @throws Error when it cannot be kept
   */
  async noteMove(
    place: string,
    { fingerprint, commonName }: Certificate,
    foundAt: KnownBridge['foundAt'],
  ): Promise<void> {
    await this.#change(place, (met) => {
      const { firstSeen } =
        met?.fingerprint === fingerprint ? met : firstSeenNow({ fingerprint, commonName });
      const bridge = { fingerprint, commonName, firstSeen };
      return foundAt === undefined ? bridge : { ...bridge, foundAt };
    });
  }

  /** Changes come one after the other, each on what the one before it has kept. */
  #change(
    place: string,
    revise: (met: KnownBridge | undefined) => KnownBridge,
  ): Promise<KnownBridge> {
    const turn = this.#lastTurn.then(async () => {
      const known = await this.#read();
      const met = known.get(place);
      const bridge = revise(met);
      if (bridge !== met) await this.#keep(new Map(known).set(place, bridge));
      return bridge;
    });
    // Who asked is told of a failure; the next turn does not depend on it.
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async #keep(known: ReadonlyMap<string, KnownBridge>): Promise<void> {
    if (this.#file === undefined) {
      this.#held = known;
      return;
    }
    const draft = `${this.#file}.${process.pid}.new`;
    await writeFile(draft, textOfKnown(known), { mode: 0o600 });
    await rename(draft, this.#file);
  }

  async #read(): Promise<ReadonlyMap<string, KnownBridge>> {
    if (this.#file === undefined) return this.#held;
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? new Map() : knownInText(text);
  }
}

/** What is kept of a certificate. */
export type Certificate = Pick<KnownBridge, 'fingerprint' | 'commonName'>;

const firstSeenNow = ({ fingerprint, commonName }: Certificate): KnownBridge => ({
  fingerprint,
  commonName,
  firstSeen: new Date().toISOString(),
});
