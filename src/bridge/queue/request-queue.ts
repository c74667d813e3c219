import { ExpiryIndex } from './expiry-index';
import { CoalescedWrite } from './coalesced-write';
import { FairQueue } from './fair-queue';
import type { QueueEntry, QueueKey, QueueLane, QueuedCommand } from './entry';

/**
 * The queued requests of all lanes. The cost of each operation does not grow with the length of the
 * queue.
 */
export class RequestQueue {
  readonly #lanes: Readonly<Record<QueueLane, FairQueue>> = {
    lamps: new FairQueue(),
    groups: new FairQueue(),
    other: new FairQueue(),
    reads: new FairQueue(),
  };
  readonly #expiryIndex = new ExpiryIndex();
  #requests = 0;
  #bodyLength = 0;

  /** Number of queued requests. */
  get requests(): number {
    return this.#requests;
  }

  /** Number of queued commands. */
  get commands(): number {
    return this.#expiryIndex.size;
  }

  /** Length of all queued bodies, in characters. */
  get bodyLength(): number {
    return this.#bodyLength;
  }

  /** When the oldest command was submitted, in ms of the clock; Infinity when none is queued. */
  get oldest(): number {
    return this.#expiryIndex.oldest?.queuedAt ?? Infinity;
  }

  /**
   * Finds the first entry of a lane that passes, testing the oldest of each path in the order of
   * the round robin.
   */
  find(lane: QueueLane, test: (entry: QueueEntry) => boolean): QueueEntry | undefined {
    return this.#lanes[lane].find(test);
  }

  /** Whether an entry is queued. */
  has(entry: QueueEntry): boolean {
    return this.#lanes[entry.lane].has(entry);
  }

  /** Creates an entry for a new command; it is not queued until it is added. */
  createEntry(key: QueueKey, command: QueuedCommand): QueueEntry {
    return { ...key, commands: new Set([command]), sequence: this.#lanes[key.lane].nextSequence() };
  }

  /**
   * Merges a command into the last request to the same path, where they are compatible.
   *
   * @returns whether it was
   */
  tryMerge({ lane, path, mergeable }: QueueKey, command: QueuedCommand): boolean {
    const last = mergeable ? this.#lanes[lane].lastForPath(path) : undefined;
    if (last === undefined || !tryCoalesce(last, command)) return false;
    last.commands.add(command);
    this.#expiryIndex.add(command, last);
    this.#bodyLength += getBodyLength(command);
    return true;
  }

  /** Adds an entry that `createEntry` has just created. */
  add(entry: QueueEntry): void {
    this.#lanes[entry.lane].add(entry);
    this.#requests += 1;
    for (const command of entry.commands) {
      this.#expiryIndex.add(command, entry);
      this.#bodyLength += getBodyLength(command);
    }
  }

  /**
   * Puts an entry back whose request failed; later commands for the same target are merged into it
   * and win.
   *
   * @param keepsPosition false to serve other paths first
   */
  requeue(entry: QueueEntry, keepsPosition: boolean): void {
    const next = entry.mergeable ? this.#lanes[entry.lane].firstForPath(entry.path) : undefined;
    for (const command of next?.mergeable === true ? next.commands : []) {
      if (!tryCoalesce(entry, command)) break;
      this.removeCommand(command);
      entry.commands.add(command);
    }
    this.#lanes[entry.lane].requeue(entry, keepsPosition);
    this.#expiryIndex.requeue(entry);
    this.#requests += 1;
    for (const command of entry.commands) this.#bodyLength += getBodyLength(command);
  }

  /** Removes an entry to send it now. */
  dequeue(entry: QueueEntry): void {
    this.#lanes[entry.lane].dequeue(entry);
    this.#untrackEntry(entry);
  }

  /** Removes an entry that will not be sent. */
  remove(entry: QueueEntry): void {
    this.#lanes[entry.lane].remove(entry);
    this.#untrackEntry(entry);
  }

  /** Removes a single command. @returns false when it is not queued */
  removeCommand(command: QueuedCommand): boolean {
    const entry = this.#expiryIndex.findEntry(command);
    if (entry === undefined) return false;
    if (entry.commands.size === 1) this.remove(entry);
    else this.#untrackCommand(command);
    entry.commands.delete(command);
    return true;
  }

  /** Removes all commands submitted at a time or before. @returns them, the oldest first */
  removeOlderThan(time: number): QueuedCommand[] {
    const removed: QueuedCommand[] = [];
    let { oldest } = this.#expiryIndex;
    while (oldest !== undefined && oldest.queuedAt <= time) {
      this.removeCommand(oldest);
      removed.push(oldest);
      ({ oldest } = this.#expiryIndex);
    }
    return removed;
  }

  /** Removes all commands that match; all when no predicate is given. @returns them */
  removeAll(predicate: (command: QueuedCommand) => boolean = () => true): QueuedCommand[] {
    const removed = [...this.#expiryIndex.commands()].filter(predicate);
    for (const command of removed) this.removeCommand(command);
    return removed;
  }

  #untrackEntry({ commands }: QueueEntry): void {
    this.#requests -= 1;
    for (const command of commands) this.#untrackCommand(command);
  }

  #untrackCommand(command: QueuedCommand): void {
    this.#expiryIndex.remove(command);
    this.#bodyLength -= getBodyLength(command);
  }
}

/**
 * Adds the body of a later command to the merged bodies of an entry.
 *
 * @returns false where they are not compatible
 */
function tryCoalesce(entry: QueueEntry, command: QueuedCommand): boolean {
  if (!entry.mergeable) return false;
  entry.coalescedWrite ??= new CoalescedWrite([...entry.commands].map(getBodyJson));
  return entry.coalescedWrite.tryAdd(getBodyJson(command));
}

/** The body of a command as JSON. */
export const getBodyJson = ({ request }: QueuedCommand): string => request.body ?? '{}';

const getBodyLength = ({ request }: QueuedCommand): number => request.body?.length ?? 0;
