import { inspect } from 'node:util';

/** Looks for a key in everything that people, logs or other machines could see. */
export class KeyWatch {
  readonly #key: string;
  readonly #leaks = new Set<string>();
  #seen = 0;

  constructor(key: string) {
    this.#key = key;
  }

  /** Places at which the key was seen. */
  get leaks(): readonly string[] {
    return [...this.#leaks];
  }

  /** Number of things that were looked at. */
  get seen(): number {
    return this.#seen;
  }

  /**
   * Looks at something that has become visible.
   *
   * @param where place for people, such as "a status"
   * @param value text, or anything that can be inspected
   */
  see(where: string, value: unknown): void {
    this.#seen += 1;
    const text = typeof value === 'string' ? value : textOf(value);
    if (text.includes(this.#key)) this.#leaks.add(where);
  }
}

function textOf(value: unknown): string {
  if (value instanceof Error) return `${value.stack} ${textOf(value.cause)}`;
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
