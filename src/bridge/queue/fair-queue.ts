import { nextQueueSequence } from './queued-command';
import type { QueueEntry } from './queued-command';

/** The queued entries for one path of the bridge. */
interface PathQueue {
  /** The oldest first; never empty. */
  readonly entries: QueueEntry[];
  /** Position in the round robin: the lowest is served first. */
  readonly sequence: number;
}

/**
 * Fair queue of one lane: round robin over the paths of the bridge, so over its resources. However
 * much is queued for one resource, another waits for no more than one request of it.
 */
export class FairQueue {
  /** By path, in the order of the round robin. */
  #pathQueues = new Map<string, PathQueue>();
  /** No path in it has a higher one. */
  #highestSequence = 0;

  /** Whether an entry is queued here. */
  has(entry: QueueEntry): boolean {
    return this.entriesForPath(entry.path).includes(entry);
  }

  /** The oldest entry for a path. */
  firstForPath(path: string): QueueEntry | undefined {
    return this.entriesForPath(path)[0];
  }

  /** The newest entry for a path. */
  lastForPath(path: string): QueueEntry | undefined {
    return this.entriesForPath(path).at(-1);
  }

  /** The entries for a path, the oldest first. */
  entriesForPath(path: string): readonly QueueEntry[] {
    return this.#pathQueues.get(path)?.entries ?? [];
  }

  /**
   * Tests the oldest entry of each path, in the order of the round robin. Only paths served
   * recently or with a request in flight can fail the test, so the search is short, however much is
   * queued.
   *
   * @returns the first entry that passes the test
   */
  find(test: (entry: QueueEntry) => boolean): QueueEntry | undefined {
    for (const { entries } of this.#pathQueues.values()) {
      const [entry] = entries;
      if (entry !== undefined && test(entry)) return entry;
    }
    return undefined;
  }

  /** Adds an entry to the queue of its path: behind all that was asked for before. */
  add(entry: QueueEntry): void {
    const { entries } =
      this.#pathQueues.get(entry.path) ?? this.#insert(entry.path, entry.sequence);
    const earlier = entries.findLastIndex(({ order }) => order <= entry.order);
    entries.splice(earlier + 1, 0, entry);
  }

  /**
   * Puts an entry back to the front of its path.
   *
   * @param keepsPosition true to restore the position in the round robin that the entry had, false
   *   to serve all other paths first
   */
  requeue(entry: QueueEntry, keepsPosition: boolean): void {
    const present = this.#pathQueues.get(entry.path);
    const sequence = keepsPosition
      ? Math.min(entry.sequence, present?.sequence ?? Infinity)
      : nextQueueSequence();
    this.#insert(entry.path, sequence, present?.entries).entries.unshift(entry);
  }

  /** Removes an entry to send it; the rest of its path moves to the end of the round robin. */
  dequeue(entry: QueueEntry): void {
    const { path } = entry;
    entry.sequence = this.#pathQueues.get(path)?.sequence ?? entry.sequence;
    this.remove(entry);
    const rest = this.#pathQueues.get(path);
    if (rest !== undefined) this.#insert(path, nextQueueSequence(), rest.entries);
  }

  /** Removes an entry that will not be sent; its path keeps its position. */
  remove(entry: QueueEntry): void {
    const entries = this.#pathQueues.get(entry.path)?.entries ?? [];
    const index = entries.indexOf(entry);
    if (index < 0) return;
    entries.splice(index, 1);
    if (entries.length === 0) this.#pathQueues.delete(entry.path);
  }

  /** Puts the queue of a path in its place in the round robin: the last, but for what is put back. */
  #insert(path: string, sequence: number, entries: QueueEntry[] = []): PathQueue {
    const pathQueue = { entries, sequence };
    this.#pathQueues.delete(path);
    this.#pathQueues.set(path, pathQueue);
    if (sequence < this.#highestSequence) {
      const inOrder = [...this.#pathQueues].toSorted(
        ([, one], [, other]) => one.sequence - other.sequence,
      );
      this.#pathQueues = new Map(inOrder);
    }
    this.#highestSequence = Math.max(this.#highestSequence, sequence);
    return pathQueue;
  }
}
