/** Timers of one simulator: none keeps the process alive, and all end with it. */
export class Timers {
  readonly #pending = new Set<NodeJS.Timeout>();

  /** Does something once, after a while in ms. @returns ends it early */
  after(delay: number, action: () => void): () => void {
    const timer = setTimeout(() => {
      this.#pending.delete(timer);
      action();
    }, delay);
    return this.#keep(timer);
  }

  /** Does something again and again, every so many ms. @returns ends it */
  every(interval: number, action: () => void): () => void {
    return this.#keep(setInterval(action, interval));
  }

  /** Ends all of them. */
  clear(): void {
    for (const timer of this.#pending) clearTimeout(timer);
    this.#pending.clear();
  }

  #keep(timer: NodeJS.Timeout): () => void {
    timer.unref();
    this.#pending.add(timer);
    return () => {
      clearTimeout(timer);
      this.#pending.delete(timer);
    };
  }
}
