/** Pseudo-random numbers that are the same in every run with the same seed. */
export class SeededRandom {
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

  /** True with a probability of 1 / `count`. */
  oneIn(count: number): boolean {
    return this.next() * count < 1;
  }

  /** A whole number from 0 up to, but not including, the bound. */
  nextInt(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** A random element. */
  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.nextInt(values.length)];
    if (value === undefined) throw new Error('There is nothing to choose from.');
    return value;
  }
}
