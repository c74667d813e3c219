/** Chance that is the same in every run with the same seed. */
export class Chance {
  #state: number;

  /** @param seed a whole number, not 0 */
  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 up to, but not including, 1 (Lehmer's generator). */
  next(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state / 2_147_483_647;
  }

  /** True once in so many calls. */
  oneIn(count: number): boolean {
    return this.next() * count < 1;
  }

  /** A whole number from 0 up to, but not including, the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** One of the values. */
  of<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to choose from.');
    return value;
  }
}
