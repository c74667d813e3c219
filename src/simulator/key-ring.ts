import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Headers that may carry the key: the service document's (section 5) and that of real bridges. */
export const keyHeaders = ['home-application-key', 'hue-application-key'] as const;

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

  /** All keys. */
  all(): readonly string[] {
    return this.#keys;
  }

  /** True when a request carries a known key. */
  opens(headers: IncomingHttpHeaders): boolean {
    return this.keyOf(headers) !== undefined;
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
}

/** Compares in a time that tells nothing about where two texts differ. */
function same(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
