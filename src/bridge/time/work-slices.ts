import { setImmediate as nextTurn } from 'node:timers/promises';

/** In ms, before the event loop gets its turn. */
export const maxWorkSliceDuration = 10;

/** Splits long work, so that it does not block the event loop. */
export class WorkSlices {
  #sliceStart = performance.now();

  /** Call it between two steps. Returns a promise to await if the slice is over. */
  next(): Promise<void> | undefined {
    if (performance.now() - this.#sliceStart < maxWorkSliceDuration) return undefined;
    return this.#begin();
  }

  async #begin(): Promise<void> {
    await nextTurn();
    this.#sliceStart = performance.now();
  }
}
