import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time in ms that work runs before the event loop gets its turn. */
export const maxWorkSliceDuration = 10;

/** Splits long work into slices, so that it does not block the event loop. */
export class WorkSlices {
  #sliceStart = performance.now();

  /** Call it between two steps of the work. Returns a promise to await if the slice is over. */
  next(): Promise<void> | undefined {
    if (performance.now() - this.#sliceStart < maxWorkSliceDuration) return undefined;
    return this.#begin();
  }

  async #begin(): Promise<void> {
    await nextTurn();
    this.#sliceStart = performance.now();
  }
}
