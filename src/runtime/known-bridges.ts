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
  readonly #unsaved = new Map<string, KnownBridge>();
  #writing: Promise<void> = Promise.resolve();

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
    return this.#unsaved.get(place) ?? (await this.#read()).get(place);
  }

  /**
   * Remembers the certificate of a bridge met for the first time.
   *
   * @throws Error when it cannot be kept; the bridge is then as unknown as before
   */
  async remember(place: string, bridge: KnownBridge): Promise<void> {
    this.#unsaved.set(place, bridge);
    const write = this.#writing.then(() => this.#write(place, bridge));
    this.#writing = write.catch(() => undefined);
    try {
      await write;
    } catch (error) {
      this.#unsaved.delete(place);
      throw error;
    }
  }

  /**
   * Remembers where a bridge was found.
   *
   * @param place `host:port` where it should be
   * @param bridge the certificate that proved that it is the bridge
   * @param foundAt undefined when it is back in its place
   */
  async noteMove(
    place: string,
    { fingerprint, commonName }: Omit<KnownBridge, 'firstSeen' | 'foundAt'>,
    foundAt: KnownBridge['foundAt'],
  ): Promise<void> {
    const met = await this.find(place);
    const firstSeen = met?.fingerprint === fingerprint ? met.firstSeen : new Date().toISOString();
    const bridge = { fingerprint, commonName, firstSeen };
    await this.remember(place, foundAt === undefined ? bridge : { ...bridge, foundAt });
  }

  async #write(place: string, bridge: KnownBridge): Promise<void> {
    if (this.#file === undefined) return;
    const known = await this.#read();
    known.set(place, bridge);
    const draft = `${this.#file}.${process.pid}.new`;
    await writeFile(draft, textOfKnown(known), { mode: 0o600 });
    await rename(draft, this.#file);
    this.#unsaved.delete(place);
  }

  async #read(): Promise<Map<string, KnownBridge>> {
    if (this.#file === undefined) return new Map();
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? new Map() : knownInText(text);
  }
}
