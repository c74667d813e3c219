import { LinkedList } from './linked-list';
import type { LinkedListNode } from './linked-list';
import type { QueuedCommand, QueueEntry } from './entry';

/** A queued command, with its entry and the list that holds it. */
interface IndexedCommand {
  readonly command: QueuedCommand;
  entry: QueueEntry;
  readonly list: LinkedList<IndexedCommand>;
}

/** Queued commands ordered by the time they were submitted, to find those that expire first. */
export class ExpiryIndex {
  readonly #fresh = new LinkedList<IndexedCommand>();
  /**
   * Those put back after an attempt: never more than the requests recently in flight, with what was
   * merged into them.
   */
  readonly #returned = new LinkedList<IndexedCommand>();
  readonly #nodes = new Map<QueuedCommand, LinkedListNode<IndexedCommand>>();

  /** Number of commands. */
  get size(): number {
    return this.#nodes.size;
  }

  /** The command that was submitted first. */
  get oldest(): QueuedCommand | undefined {
    const oldestNew = this.#fresh.first?.value.command;
    const oldestRequeued = this.#returned.first?.value.command;
    if (oldestNew === undefined || oldestRequeued === undefined) return oldestNew ?? oldestRequeued;
    return oldestRequeued.queuedAt <= oldestNew.queuedAt ? oldestRequeued : oldestNew;
  }

  /** The entry of a queued command. */
  findEntry(command: QueuedCommand): QueueEntry | undefined {
    return this.#nodes.get(command)?.value.entry;
  }

  /** All commands. */
  commands(): Iterable<QueuedCommand> {
    return this.#nodes.keys();
  }

  /** Adds a command that was submitted after all others. */
  add(command: QueuedCommand, entry: QueueEntry): void {
    this.#addAfter(this.#fresh.last, { command, entry, list: this.#fresh });
  }

  /** Adds the commands of an entry that was queued before, the oldest first. */
  requeue(entry: QueueEntry): void {
    const list = this.#returned;
    let older = list.last;
    for (const command of [...entry.commands].toReversed()) {
      while (older !== undefined && older.value.command.queuedAt > command.queuedAt) {
        older = older.previous;
      }
      this.#addAfter(older, { command, entry, list });
    }
  }

  /** Records that a queued command is in another entry. */
  move(command: QueuedCommand, entry: QueueEntry): void {
    const node = this.#nodes.get(command);
    if (node !== undefined) node.value.entry = entry;
  }

  /** Removes a queued command; does nothing for any other. */
  remove(command: QueuedCommand): void {
    const node = this.#nodes.get(command);
    if (node === undefined) return;
    this.#nodes.delete(command);
    node.value.list.remove(node);
  }

  #addAfter(older: LinkedListNode<IndexedCommand> | undefined, item: IndexedCommand): void {
    this.#nodes.set(item.command, item.list.addAfter(older, item));
  }
}
