import { nextQueueSequence } from './queued-command';
import type { QueueEntry } from './queued-command';

interface PathQueue {
  readonly entries: QueueEntry[];
  readonly sequence: number;
}

/** Round robin over the paths, and so over the resources: a resource waits for at most one request of any other. */
export class FairQueue {
  #pathQueues = new Map<string, PathQueue>();
  #highestSequence = 0;

  has(entry: QueueEntry): boolean {
    return this.entriesForPath(entry.path).includes(entry);
  }

  entriesForPath(path: string): readonly QueueEntry[] {
    return this.#pathQueues.get(path)?.entries ?? [];
  }

  /**
   * Tests the oldest entry of each path in round-robin order. Only paths that were served recently or have a request
   * in flight can fail, so the search is short.
   */
  find(test: (entry: QueueEntry) => boolean): QueueEntry | undefined {
    for (const { entries } of this.#pathQueues.values()) {
      const [entry] = entries;
      if (entry !== undefined && test(entry)) return entry;
    }
    return undefined;
  }

  add(entry: QueueEntry): void {
    const pathQueue = this.#pathQueues.get(entry.path) ?? this.#insert(entry.path, entry.sequence);
    insertInOrder(pathQueue, entry);
  }

  /** @param keepsPosition true to restore the position in the round robin, false to serve other paths first */
  requeue(entry: QueueEntry, keepsPosition: boolean): void {
    const present = this.#pathQueues.get(entry.path);
    const sequence = keepsPosition
      ? Math.min(entry.sequence, present?.sequence ?? Infinity)
      : nextQueueSequence();
    insertInOrder(this.#insert(entry.path, sequence, present?.entries), entry);
  }

  /** The rest of the path moves to the end of the round robin. */
  dequeue(entry: QueueEntry): void {
    const { path } = entry;
    entry.sequence = this.#pathQueues.get(path)?.sequence ?? entry.sequence;
    this.remove(entry);
    const rest = this.#pathQueues.get(path);
    if (rest !== undefined) this.#insert(path, nextQueueSequence(), rest.entries);
  }

  remove(entry: QueueEntry): void {
    const entries = this.#pathQueues.get(entry.path)?.entries ?? [];
    const index = entries.indexOf(entry);
    if (index < 0) return;
    entries.splice(index, 1);
    if (entries.length === 0) this.#pathQueues.delete(entry.path);
  }

  /** Only an entry that is queued again has an earlier position. */
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

function insertInOrder({ entries }: PathQueue, entry: QueueEntry): void {
  const earlier = entries.findLastIndex(({ order }) => order <= entry.order);
  entries.splice(earlier + 1, 0, entry);
}
