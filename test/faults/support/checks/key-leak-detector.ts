import { inspect } from 'node:util';

/** Searches all that people, logs or other machines could see. */
export class KeyLeakDetector {
  readonly #key: string;
  readonly #leaks = new Set<string>();
  #seen = 0;

  constructor(key: string) {
    this.#key = key;
  }

  /** Where the key was found. */
  get leaks(): readonly string[] {
    return [...this.#leaks];
  }

  /** Number of searched values. */
  get seen(): number {
    return this.#seen;
  }

  /**
   * @param location such as "a status"
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
