/** Longest wait that timers know, in ms; they take a longer one for none. Node.js documentation, `setTimeout`. */
const longest = 2_147_483_647;

/** Timers of one simulator: none keeps the process alive, and all end with it. */
export class Timers {
  readonly #pending = new Set<NodeJS.Timeout>();
  readonly #named = new Map<string, () => void>();
  #ended = false;

  /** Does something once, after a while in ms. @returns ends it early */
  after(delay: number, action: () => void): () => void {
    const timer = setTimeout(
      () => {
        this.#pending.delete(timer);
        action();
      },
      Math.min(delay, longest),
    );
    return this.#keep(timer);
  }

  /** Does something once, after a while in ms, in place of what was to be done under that name. */
  restart(name: string, delay: number, action: () => void): void {
    this.#named.get(name)?.();
    this.#named.set(name, this.after(delay, action));
  }

  /** Does something again and again, every so many ms. @returns ends it */
  every(interval: number, action: () => void): () => void {
    return this.#keep(setInterval(action, Math.min(interval, longest)));
  }

  /** Number of timers that are running. */
  get size(): number {
    return this.#pending.size;
  }

  /** Ends all of them, and those that anybody still starts. */
  end(): void {
    this.#ended = true;
    for (const timer of this.#pending) clearTimeout(timer);
    this.#pending.clear();
  }

  #keep(timer: NodeJS.Timeout): () => void {
    const end = (): void => {
      clearTimeout(timer);
      this.#pending.delete(timer);
    };
    timer.unref();
    if (this.#ended) end();
    else this.#pending.add(timer);
    return end;
  }
}
