import type { Lane } from '../../resources';
import type { Reply } from '../wire/exchange';
import type { BridgeRequest } from '../wire/request';

/** Lanes of the queue: those of the writes, and one for reads. */
export type QueueLane = Lane | 'reads';

/** The lanes, in the order in which they take turns. */
export const queueLanes: readonly QueueLane[] = ['lamps', 'groups', 'other', 'reads'];

/** How a command ended well: with a reply, whatever its status. */
export interface Settled {
  reply: Reply;
  /** How many commands the request answered. */
  merged: number;
  /** True when an attempt before may have reached the bridge. */
  repeated: boolean;
}

/** What was asked for once. */
export interface Command {
  readonly request: BridgeRequest;
  /** Time of the clock when it was asked. */
  readonly queuedAt: number;
  /** Attempts that count. */
  attempts: number;
  /** True when an attempt ended without an answer after it was sent. */
  lost: boolean;
  resolve: (settled: Settled) => void;
  reject: (error: Error) => void;
}

/** One request to be, for one command or for several whose wishes were merged. */
export interface Entry {
  readonly lane: QueueLane;
  /** What it is for, so that two requests for the same never overtake each other; missing for reads and POST. */
  readonly target: string | undefined;
  readonly mergeable: boolean;
  /** The oldest first; never empty while it waits. */
  readonly commands: Command[];
}

/** What waits, lane by lane, the oldest first. */
export class WaitingList {
  readonly #lanes: Record<QueueLane, Entry[]> = { lamps: [], groups: [], other: [], reads: [] };
  readonly #lastFor = new Map<string, Entry>();
  #requests = 0;
  #commands = 0;
  #size = 0;

  /** Number of requests that wait. */
  get requests(): number {
    return this.#requests;
  }

  /** Number of commands that wait. */
  get commands(): number {
    return this.#commands;
  }

  /** Length of all bodies that wait. */
  get size(): number {
    return this.#size;
  }

  /** What waits in a lane. */
  lane(lane: QueueLane): readonly Entry[] {
    return this.#lanes[lane];
  }

  /** The entry that a further write of the same target is merged into, where there is one. */
  mergeTarget(target: string | undefined): Entry | undefined {
    const last = target === undefined ? undefined : this.#lastFor.get(target);
    return last?.mergeable === true ? last : undefined;
  }

  /** Merges a command into an entry that waits. */
  merge(entry: Entry, command: Command): void {
    entry.commands.push(command);
    this.#count(command, 1);
  }

  /** Puts an entry at the end of its lane. */
  add(entry: Entry): void {
    this.#insert(entry, this.#lanes[entry.lane].length);
  }

  #insert(entry: Entry, position: number): void {
    this.#lanes[entry.lane].splice(position, 0, entry);
    this.#requests += 1;
    for (const command of entry.commands) this.#count(command, 1);
    this.#findLastFor(entry);
  }

  /** Puts an entry back whose request came to nothing; the wishes of the same target that came later win. */
  addAgain(entry: Entry): void {
    const lane = this.#lanes[entry.lane];
    const next = lane.find(({ target }) => target !== undefined && target === entry.target);
    if (next?.mergeable === true && entry.mergeable) {
      this.remove(next);
      entry.commands.push(...next.commands);
    }
    const younger = lane.findIndex((other) => askedAt(other) >= askedAt(entry));
    this.#insert(entry, younger < 0 ? lane.length : younger);
  }

  /** Takes an entry out. */
  remove(entry: Entry): void {
    const lane = this.#lanes[entry.lane];
    lane.splice(lane.indexOf(entry), 1);
    this.#requests -= 1;
    for (const command of entry.commands) this.#count(command, -1);
    this.#findLastFor(entry);
  }

  /** Takes a single command out. @returns false when it does not wait */
  withdraw(command: Command): boolean {
    const entry = this.#everything(queueLanes).find(({ commands }) => commands.includes(command));
    if (entry === undefined) return false;
    this.#takeOut(entry, (other) => other === command);
    return true;
  }

  /** Takes out all commands that were asked at a time or before. */
  takeOlderThan(time: number): Command[] {
    return this.#everything(queueLanes)
      .filter((entry) => askedAt(entry) <= time)
      .flatMap((entry) => this.#takeOut(entry, ({ queuedAt }) => queuedAt <= time));
  }

  /** Takes everything out of the given lanes. */
  takeAll(lanes: readonly QueueLane[] = queueLanes): Command[] {
    return this.#everything(lanes).flatMap((entry) => this.#takeOut(entry, () => true));
  }

  /** When the oldest command was asked; Infinity when none waits. */
  oldest(): number {
    let oldest = Infinity;
    for (const lane of queueLanes) {
      for (const entry of this.#lanes[lane]) oldest = Math.min(oldest, askedAt(entry));
    }
    return oldest;
  }

  #everything(lanes: readonly QueueLane[]): Entry[] {
    return lanes.flatMap((lane) => this.#lanes[lane]);
  }

  #takeOut(entry: Entry, unwanted: (command: Command) => boolean): Command[] {
    const taken = entry.commands.filter(unwanted);
    const kept = entry.commands.filter((command) => !unwanted(command));
    if (kept.length === 0) {
      this.remove(entry);
    } else {
      entry.commands.splice(0, entry.commands.length, ...kept);
      for (const command of taken) this.#count(command, -1);
    }
    return taken;
  }

  #count(command: Command, sign: 1 | -1): void {
    this.#commands += sign;
    this.#size += sign * (command.request.body?.length ?? 0);
  }

  #findLastFor({ target, lane }: Entry): void {
    if (target === undefined) return;
    const last = this.#lanes[lane].findLast((other) => other.target === target);
    if (last === undefined) this.#lastFor.delete(target);
    else this.#lastFor.set(target, last);
  }
}

const askedAt = ({ commands }: Entry): number => commands[0]?.queuedAt ?? Infinity;
