import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { readJsonFile, writeFileAtomically } from '../../files/text-file';

/** Of the service document (section 5), and of real bridges. */
const applicationKeyHeaderNames = ['home-application-key', 'hue-application-key'] as const;

/** Visible ASCII without spaces (RFC 9110, section 5.5). */
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

  /** Oldest first. */
  all(): readonly string[] {
    return this.#keys;
  }

  /** Returns an accepted key. */
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

  /** Replaces every accepted key with `…`. */
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
 * Created by pairing in earlier runs.
 *
 * @throws Error if their file cannot be read or is not JSON
 */
export async function readPairedKeysFile(folder: string): Promise<string[]> {
  const value = await readJsonFile(join(folder, keysFileName));
  return Array.isArray(value) ? value.filter(isHeaderSafeKey) : [];
}

/** Only the owner can read the file. */
export const writePairedKeysFile = (folder: string, keys: readonly string[]): Promise<void> =>
  writeFileAtomically(join(folder, keysFileName), JSON.stringify(keys), { mode: 0o600 });
