import { Ages } from './ages';
import { JointWishes } from './joint-wishes';
import { Turns } from './turns';
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

/** Where a request waits, and with what. */
export interface Place {
  readonly lane: QueueLane;
  /** Path it goes to: requests take turns path by path. */
  readonly path: string;
  /** What it is for, so that two requests for the same never overtake each other; missing for reads and POST. */
  readonly target: string | undefined;
  readonly mergeable: boolean;
}

/** One request to be, for one command or for several whose wishes were merged. */
export interface Entry extends Place {
  /** The oldest first; never empty while it waits. */
  readonly commands: Set<Command>;
  /** Its turn in its lane. */
  turn: number;
  /** What its commands wish for, once a second one came; those that were given up may still be in it. */
  wishes?: JointWishes;
}

/** What waits, lane by lane. No step costs more because more waits. */
export class WaitingList {
  readonly #lanes: Readonly<Record<QueueLane, Turns>> = {
    lamps: new Turns(),
    groups: new Turns(),
    other: new Turns(),
    reads: new Turns(),
  };
  readonly #ages = new Ages();
  #requests = 0;
  #size = 0;

  /** Number of requests that wait. */
  get requests(): number {
    return this.#requests;
  }

  /** Number of commands that wait. */
  get commands(): number {
    return this.#ages.size;
  }

  /** Length of all bodies that wait. */
  get size(): number {
    return this.#size;
  }

  /** When the oldest command was asked; Infinity when none waits. */
  get oldest(): number {
    return this.#ages.oldest?.queuedAt ?? Infinity;
  }

  /** Looks at what waits in a lane, the oldest of each path, in the order of their turns. */
  find(lane: QueueLane, test: (entry: Entry) => boolean): Entry | undefined {
    return this.#lanes[lane].find(test);
  }

  /** Whether an entry waits. */
  has(entry: Entry): boolean {
    return this.#lanes[entry.lane].has(entry);
  }

  /** Makes an entry for a command that comes now. It does not wait before it is added. */
  entryFor(place: Place, command: Command): Entry {
    return { ...place, commands: new Set([command]), turn: this.#lanes[place.lane].nextTurn() };
  }

  /** Merges a command into the last request to the same path, where they go together. @returns whether it was */
  merge({ lane, path, mergeable }: Place, command: Command): boolean {
    const last = mergeable ? this.#lanes[lane].lastFor(path) : undefined;
    if (last === undefined || !joins(last, command)) return false;
    last.commands.add(command);
    this.#ages.add(command, last);
    this.#size += sizeOf(command);
    return true;
  }

  /** Adds an entry that `entryFor` has just made. */
  add(entry: Entry): void {
    this.#lanes[entry.lane].add(entry);
    this.#requests += 1;
    for (const command of entry.commands) {
      this.#ages.add(command, entry);
      this.#size += sizeOf(command);
    }
  }

  /**
   * Puts an entry back whose request came to nothing; the wishes of the same target that came later win.
   *
   * @param keepsTurn false when other targets go first
   */
  addAgain(entry: Entry, keepsTurn: boolean): void {
    const next = entry.mergeable ? this.#lanes[entry.lane].firstFor(entry.path) : undefined;
    for (const command of next?.mergeable === true ? next.commands : []) {
      if (!joins(entry, command)) break;
      this.withdraw(command);
      entry.commands.add(command);
    }
    this.#lanes[entry.lane].addAgain(entry, keepsTurn);
    this.#ages.addAgain(entry);
    this.#requests += 1;
    for (const command of entry.commands) this.#size += sizeOf(command);
  }

  /** Takes an entry out because it goes now. */
  take(entry: Entry): void {
    this.#lanes[entry.lane].take(entry);
    this.#forget(entry);
  }

  /** Takes an entry out that will not go. */
  remove(entry: Entry): void {
    this.#lanes[entry.lane].remove(entry);
    this.#forget(entry);
  }

  /** Takes a single command out. @returns false when it does not wait */
  withdraw(command: Command): boolean {
    const entry = this.#ages.entryOf(command);
    if (entry === undefined) return false;
    if (entry.commands.size === 1) this.remove(entry);
    else this.#forgetCommand(command);
    entry.commands.delete(command);
    return true;
  }

  /** Takes out all commands that were asked at a time or before, the oldest first. */
  takeOlderThan(time: number): Command[] {
    const taken: Command[] = [];
    let { oldest } = this.#ages;
    while (oldest !== undefined && oldest.queuedAt <= time) {
      this.withdraw(oldest);
      taken.push(oldest);
      ({ oldest } = this.#ages);
    }
    return taken;
  }

  /** Takes out all commands that are wanted. */
  takeAll(wanted: (command: Command) => boolean = () => true): Command[] {
    const taken = [...this.#ages.commands()].filter(wanted);
    for (const command of taken) this.withdraw(command);
    return taken;
  }

  #forget({ commands }: Entry): void {
    this.#requests -= 1;
    for (const command of commands) this.#forgetCommand(command);
  }

  #forgetCommand(command: Command): void {
    this.#ages.remove(command);
    this.#size -= sizeOf(command);
  }
}

/** Whether one request may carry a command beside those of an entry, which came before. */
function joins(entry: Entry, command: Command): boolean {
  if (!entry.mergeable) return false;
  entry.wishes ??= new JointWishes([...entry.commands].map(wishesOf));
  return entry.wishes.join(wishesOf(command));
}

/** The body of a command as JSON. */
export const wishesOf = ({ request }: Command): string => request.body ?? '{}';

const sizeOf = ({ request }: Command): number => request.body?.length ?? 0;
