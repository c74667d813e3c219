import type { QueuedCommand, QueueEntry } from './queued-command';

/** Queued commands in the order of submission, to find the next to expire. */
export class ExpiryIndex {
  readonly #fresh = new Map<QueuedCommand, QueueEntry>();
  /**
   * Commands queued again after an attempt, sorted by submission. Their number is limited by the requests in flight.
   */
  #returned = new Map<QueuedCommand, QueueEntry>();

  get size(): number {
    return this.#fresh.size + this.#returned.size;
  }

  get oldest(): QueuedCommand | undefined {
    const [fresh] = this.#fresh.keys();
    const [returned] = this.#returned.keys();
    if (fresh === undefined || returned === undefined) return fresh ?? returned;
    return returned.queuedAt <= fresh.queuedAt ? returned : fresh;
  }

  findEntry(command: QueuedCommand): QueueEntry | undefined {
    return this.#fresh.get(command) ?? this.#returned.get(command);
  }

  commands(): readonly QueuedCommand[] {
    return [...this.#fresh.keys(), ...this.#returned.keys()];
  }

  add(command: QueuedCommand, entry: QueueEntry): void {
    this.#fresh.set(command, entry);
  }

  requeue(entry: QueueEntry): void {
    for (const command of entry.commands) this.#returned.set(command, entry);
    this.#returned = new Map(
      [...this.#returned].toSorted(([one], [other]) => one.queuedAt - other.queuedAt),
    );
  }

  move(command: QueuedCommand, entry: QueueEntry): void {
    const index = this.#fresh.has(command) ? this.#fresh : this.#returned;
    if (index.has(command)) index.set(command, entry);
  }

  remove(command: QueuedCommand): void {
    this.#fresh.delete(command);
    this.#returned.delete(command);
  }
}
