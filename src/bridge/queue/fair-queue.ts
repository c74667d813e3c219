import { LinkedList } from './linked-list';
import { nextQueueSequence } from './entry';
import type { LinkedListNode } from './linked-list';
import type { QueueEntry } from './entry';

/** The queued entries for one path of the bridge; never empty. */
interface PathQueue {
  /** The oldest first. */
  readonly entries: LinkedList<QueueEntry>;
  /** Position in the round robin: the lowest is served first. */
  readonly sequence: number;
}

/**
 * Fair queue of one lane: round robin over the paths of the bridge, so over its resources. However
 * much is queued for one resource, another waits for no more than one request of it.
 */
export class FairQueue {
  readonly #pathQueues = new Map<string, LinkedListNode<PathQueue>>();
  readonly #order = new LinkedList<PathQueue>();
  readonly #entryNodes = new Map<QueueEntry, LinkedListNode<QueueEntry>>();

  /** Whether an entry is queued here. */
  has(entry: QueueEntry): boolean {
    return this.#entryNodes.has(entry);
  }

  /** The oldest entry for a path. */
  firstForPath(path: string): QueueEntry | undefined {
    return this.#pathQueues.get(path)?.value.entries.first?.value;
  }

  /** The newest entry for a path. */
  lastForPath(path: string): QueueEntry | undefined {
    return this.#pathQueues.get(path)?.value.entries.last?.value;
  }

  /** The entries for a path, the oldest first; the present one may be removed meanwhile. */
  *entriesForPath(path: string): Iterable<QueueEntry> {
    let node = this.#pathQueues.get(path)?.value.entries.first;
    for (; node !== undefined; node = node.next) yield node.value;
  }

  /**
   * Tests the oldest entry of each path, in the order of the round robin. Only paths served
   * recently or with a request in flight can fail the test, so the search is short, however much is
   * queued.
   *
   * @returns the first entry that passes the test
   */
  find(test: (entry: QueueEntry) => boolean): QueueEntry | undefined {
    for (let node = this.#order.first; node !== undefined; node = node.next) {
      const entry = node.value.entries.first?.value;
      if (entry !== undefined && test(entry)) return entry;
    }
    return undefined;
  }

  /** Appends an entry to the queue of its path. */
  add(entry: QueueEntry): void {
    const pathQueue =
      this.#pathQueues.get(entry.path)?.value ?? this.#createPathQueue(entry.path, entry.sequence);
    this.#entryNodes.set(entry, pathQueue.entries.addAfter(pathQueue.entries.last, entry));
  }

  /**
   * Puts an entry back to the front of its path.
   *
   * @param keepsPosition true to restore the position in the round robin that the entry had, false
   *   to serve all other paths first
   */
  requeue(entry: QueueEntry, keepsPosition: boolean): void {
    const node = this.#pathQueues.get(entry.path);
    const sequence = keepsPosition
      ? Math.min(entry.sequence, node?.value.sequence ?? Infinity)
      : nextQueueSequence();
    const { entries } =
      node === undefined ? this.#createPathQueue(entry.path, sequence) : node.value;
    this.#entryNodes.set(entry, entries.addAfter(undefined, entry));
    if (node !== undefined) this.#move(entry.path, node, sequence);
  }

  /** Removes an entry to send it; the rest of its path moves to the end of the round robin. */
  dequeue(entry: QueueEntry): void {
    const node = this.#pathQueues.get(entry.path);
    if (node !== undefined) entry.sequence = node.value.sequence;
    this.remove(entry);
    if (node?.value.entries.first !== undefined) this.#move(entry.path, node, nextQueueSequence());
  }

  /** Removes an entry that will not be sent; its path keeps its position. */
  remove(entry: QueueEntry): void {
    const node = this.#pathQueues.get(entry.path);
    const entryNode = this.#entryNodes.get(entry);
    if (node === undefined || entryNode === undefined) return;
    this.#entryNodes.delete(entry);
    node.value.entries.remove(entryNode);
    if (node.value.entries.first !== undefined) return;
    this.#order.remove(node);
    this.#pathQueues.delete(entry.path);
  }

  #createPathQueue(path: string, sequence: number): PathQueue {
    const pathQueue = { entries: new LinkedList<QueueEntry>(), sequence };
    this.#insert(path, pathQueue);
    return pathQueue;
  }

  #move(path: string, node: LinkedListNode<PathQueue>, sequence: number): void {
    this.#order.remove(node);
    this.#insert(path, { ...node.value, sequence });
  }

  #insert(path: string, pathQueue: PathQueue): void {
    let previous = this.#order.last;
    if (previous !== undefined && previous.value.sequence > pathQueue.sequence)
      previous = this.#lastNodeBefore(pathQueue.sequence);
    this.#pathQueues.set(path, this.#order.addAfter(previous, pathQueue));
  }

  /** Searches from the front: what is put back had a low sequence number. */
  #lastNodeBefore(sequence: number): LinkedListNode<PathQueue> | undefined {
    let previous: LinkedListNode<PathQueue> | undefined;
    let node = this.#order.first;
    while (node !== undefined && node.value.sequence < sequence) {
      previous = node;
      node = node.next;
    }
    return previous;
  }
}
