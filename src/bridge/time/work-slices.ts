import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time in ms for which long work runs before the event loop gets its turn. */
export const maxWorkSliceDuration = 10;

/** Splits long work into slices, so that it blocks nothing else. */
export class WorkSlices {
  #sliceStart = performance.now();

  /** Called between two steps of the work. @returns to be awaited where a slice is over; undefined while one goes on */
  next(): Promise<void> | undefined {
    if (performance.now() - this.#sliceStart < maxWorkSliceDuration) return undefined;
    return this.#begin();
  }

  async #begin(): Promise<void> {
    await nextTurn();
    this.#sliceStart = performance.now();
  }
}
