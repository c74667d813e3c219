import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { atomicWrite, jsonIn } from './whole-file';

/** Headers that may carry the key: the service document's (section 5) and that of real bridges. */
export const keyHeaders = ['home-application-key', 'hue-application-key'] as const;

/** True for what can travel in a header as it is: visible ASCII, without spaces (RFC 9110, section 5.5). */
export const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

/** The keys that open the bridge. */
export class KeyRing {
  readonly #keys: string[];

  /** @param keys keys that are known at first */
  constructor(keys: Iterable<string>) {
    this.#keys = [...keys];
  }

  /** Makes a further key known. */
  add(key: string): void {
    this.#keys.push(key);
  }

  /** All keys, those that came first first. */
  all(): readonly string[] {
    return this.#keys;
  }

  /** The known key that a request carries. */
  keyOf(headers: IncomingHttpHeaders): string | undefined {
    for (const name of keyHeaders) {
      const given = headers[name];
      if (typeof given !== 'string') continue;
      const known = this.#keys.find((key) => same(key, given));
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** A text with every known key in it blotted out. */
  hide(text: string): string {
    return this.#keys.reduce((shown, key) => shown.replaceAll(key, '…'), text);
  }
}

/** Compares in a time that tells nothing about where two texts differ. */
function same(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const keysFile = 'keys.json';

/**
 * Keys that people got by pairing in earlier runs.
 *
 * @throws Error when their file cannot be read or is not JSON
 */
export async function keptKeys(folder: string): Promise<string[]> {
  const value = await jsonIn(join(folder, keysFile));
  return Array.isArray(value) ? value.filter(isKey) : [];
}

/** Keeps keys for the next run, readable by their owner alone. */
export const keepKeys = (folder: string, keys: readonly string[]): Promise<void> =>
  atomicWrite(join(folder, keysFile), JSON.stringify(keys), 0o600);
