/** States that commands under way are about to bring, so that two toggles in a row undo each other. */
export class PendingStates {
  readonly #states = new Map<string, { value: boolean }>();
  readonly #turns = new Map<string, Promise<unknown>>();

  /** @returns the state that the last command under way brings, or undefined when none is under way */
  of(rid: string): boolean | undefined {
    return this.#states.get(rid)?.value;
  }

  /** Notes what a command brings while it is under way. */
  async during<T>(rid: string, value: boolean | undefined, command: () => Promise<T>): Promise<T> {
    if (value === undefined) return command();
    const state = { value };
    this.#states.set(rid, state);
    try {
      return await command();
    } finally {
      if (this.#states.get(rid) === state) this.#states.delete(rid);
    }
  }

  /** Runs what depends on the present state one after another for each resource. */
  inTurn<T>(rid: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(rid) ?? Promise.resolve()).then(work, work);
    this.#turns.set(rid, turn);
    const forget = (): void => {
      if (this.#turns.get(rid) === turn) this.#turns.delete(rid);
    };
    turn.then(forget, forget);
    return turn;
  }
}
