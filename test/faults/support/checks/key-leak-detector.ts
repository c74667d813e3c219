import { inspect } from 'node:util';

/** Searches everything that people, logs or other machines could see for a key. */
export class KeyLeakDetector {
  readonly #key: string;
  readonly #leaks = new Set<string>();
  #seen = 0;

  constructor(key: string) {
    this.#key = key;
  }

  /** Locations at which the key was found. */
  get leaks(): readonly string[] {
    return [...this.#leaks];
  }

  /** Number of values that were searched. */
  get seen(): number {
    return this.#seen;
  }

  /**
   * Searches a value that has become visible.
   *
   * @param location for the report, such as "a status"
   * @param value text, or anything that can be inspected
   */
  check(location: string, value: unknown): void {
    this.#seen += 1;
    const text = typeof value === 'string' ? value : toText(value);
    if (text.includes(this.#key)) this.#leaks.add(location);
  }
}

function toText(value: unknown): string {
  if (value instanceof Error) return `${value.stack} ${toText(value.cause)}`;
  try {
    return inspect(value, {
      depth: 8,
      maxArrayLength: 200,
      maxStringLength: 20_000,
      customInspect: false,
    });
  } catch (error) {
    return String(error);
  }
}
