import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { readJsonFile } from '../../files/read-file';
import { writeFileAtomically } from '../../files/write-file-atomically';

/** Headers of the application key: the service document's (section 5) and that of real bridges. */
const applicationKeyHeaderNames = ['home-application-key', 'hue-application-key'] as const;

/** Returns true for a valid header value: visible ASCII without spaces (RFC 9110, section 5.5). */
export const isHeaderSafeKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

export class AcceptedApplicationKeys {
  readonly #keys: string[];

  constructor(keys: Iterable<string>) {
    this.#keys = [...keys];
  }

  add(key: string): void {
    this.#keys.push(key);
  }

  /** Returns all keys, oldest first. */
  all(): readonly string[] {
    return this.#keys;
  }

  /** Returns the accepted key in the headers of a request; undefined if there is none. */
  findKey(headers: IncomingHttpHeaders): string | undefined {
    for (const name of applicationKeyHeaderNames) {
      const header = headers[name];
      if (typeof header === 'string' && this.accepts(header)) return header;
    }
    return undefined;
  }

  accepts(key: string): boolean {
    return this.#keys.some((accepted) => isEqualConstantTime(accepted, key));
  }

  /** Replaces every accepted key in a text with `…`. */
  redact(text: string): string {
    return this.#keys.reduce((redacted, key) => redacted.replaceAll(key, '…'), text);
  }
}

function isEqualConstantTime(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const keysFileName = 'keys.json';

/**
 * Loads the keys that were created by pairing in earlier runs.
 *
 * @throws Error if their file cannot be read or is not JSON
 */
export async function readPairedKeysFile(folder: string): Promise<string[]> {
  const value = await readJsonFile(join(folder, keysFileName));
  return Array.isArray(value) ? value.filter(isHeaderSafeKey) : [];
}

/** Stores keys for the next run, readable by the owner of the file only. */
export const writePairedKeysFile = (folder: string, keys: readonly string[]): Promise<void> =>
  writeFileAtomically(join(folder, keysFileName), JSON.stringify(keys), { mode: 0o600 });
