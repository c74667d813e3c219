import type { QueuedCommand, QueueEntry } from './queued-command';

/** Queued commands ordered by the time they were submitted, to find those that expire first. */
export class ExpiryIndex {
  /** By command, with its entry: in the order in which they were submitted. */
  readonly #fresh = new Map<QueuedCommand, QueueEntry>();
  /**
   * Those put back after an attempt, the one submitted first in front: never more than the requests recently in flight,
   * with what was merged into them.
   */
  #returned = new Map<QueuedCommand, QueueEntry>();

  /** Number of commands. */
  get size(): number {
    return this.#fresh.size + this.#returned.size;
  }

  /** The command that was submitted first. */
  get oldest(): QueuedCommand | undefined {
    const [fresh] = this.#fresh.keys();
    const [returned] = this.#returned.keys();
    if (fresh === undefined || returned === undefined) return fresh ?? returned;
    return returned.queuedAt <= fresh.queuedAt ? returned : fresh;
  }

  /** The entry of a queued command. */
  findEntry(command: QueuedCommand): QueueEntry | undefined {
    return this.#fresh.get(command) ?? this.#returned.get(command);
  }

  /** All commands. */
  commands(): readonly QueuedCommand[] {
    return [...this.#fresh.keys(), ...this.#returned.keys()];
  }

  /** Adds a command that was submitted after all others. */
  add(command: QueuedCommand, entry: QueueEntry): void {
    this.#fresh.set(command, entry);
  }

  /** Adds the commands of an entry that was queued before. */
  requeue(entry: QueueEntry): void {
    for (const command of entry.commands) this.#returned.set(command, entry);
    this.#returned = new Map(
      [...this.#returned].toSorted(([one], [other]) => one.queuedAt - other.queuedAt),
    );
  }

  /** Records that a queued command is in another entry. */
  move(command: QueuedCommand, entry: QueueEntry): void {
    const index = this.#fresh.has(command) ? this.#fresh : this.#returned;
    if (index.has(command)) index.set(command, entry);
  }

  /** Removes a queued command; does nothing for any other. */
  remove(command: QueuedCommand): void {
    this.#fresh.delete(command);
    this.#returned.delete(command);
  }
}
