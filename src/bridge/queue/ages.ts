import { LinkedList } from './linked-list';
import type { Link } from './linked-list';
import type { Command, Entry } from './waiting-list';

/** A command that waits, and the entry it waits in. */
interface Waiter {
  readonly command: Command;
  readonly entry: Entry;
  readonly list: LinkedList<Waiter>;
}

/** The commands that wait, by the time when they were asked. */
export class Ages {
  readonly #fresh = new LinkedList<Waiter>();
  /** Those that were put back: no more than what was under way of late, and what was merged into it. */
  readonly #returned = new LinkedList<Waiter>();
  readonly #places = new Map<Command, Link<Waiter>>();

  /** Number of commands. */
  get size(): number {
    return this.#places.size;
  }

  /** The command that was asked first. */
  get oldest(): Command | undefined {
    const fresh = this.#fresh.first?.value.command;
    const returned = this.#returned.first?.value.command;
    if (fresh === undefined || returned === undefined) return fresh ?? returned;
    return returned.queuedAt <= fresh.queuedAt ? returned : fresh;
  }

  /** The entry that a command waits in. */
  entryOf(command: Command): Entry | undefined {
    return this.#places.get(command)?.value.entry;
  }

  /** All commands. */
  commands(): Iterable<Command> {
    return this.#places.keys();
  }

  /** Adds a command that was asked after all others. */
  add(command: Command, entry: Entry): void {
    this.#addAfter(this.#fresh.last, { command, entry, list: this.#fresh });
  }

  /** Adds the commands of an entry that waited before, the oldest first. */
  addAgain(entry: Entry): void {
    const list = this.#returned;
    let older = list.last;
    for (const command of [...entry.commands].toReversed()) {
      while (older !== undefined && older.value.command.queuedAt > command.queuedAt) {
        older = older.previous;
      }
      this.#addAfter(older, { command, entry, list });
    }
  }

  /** Takes a command out that waits. */
  remove(command: Command): void {
    const place = this.#places.get(command);
    if (place === undefined) return;
    this.#places.delete(command);
    place.value.list.remove(place);
  }

  #addAfter(older: Link<Waiter> | undefined, waiter: Waiter): void {
    this.#places.set(waiter.command, waiter.list.addAfter(older, waiter));
  }
}
