import { LinkedList } from './linked-list';
import type { Link } from './linked-list';
import type { Entry } from './waiting-list';

/** What waits for one path of the bridge; never empty. */
interface Line {
  /** The oldest first. */
  readonly entries: LinkedList<Entry>;
  /** The lower, the sooner it is its turn. */
  readonly turn: number;
}

/**
 * The turns of one lane. Each path of the bridge, so each resource, has a line of its own, and the lines take
 * turns: however much waits for one resource, another one lets no more than one request of it go first.
 */
export class Turns {
  readonly #lines = new Map<string, Link<Line>>();
  readonly #order = new LinkedList<Line>();
  readonly #places = new Map<Entry, Link<Entry>>();
  #lastTurn = 0;

  /** A turn after all that were given before. */
  nextTurn(): number {
    this.#lastTurn += 1;
    return this.#lastTurn;
  }

  /** Whether an entry waits here. */
  has(entry: Entry): boolean {
    return this.#places.has(entry);
  }

  /** The oldest entry for a path. */
  firstFor(path: string): Entry | undefined {
    return this.#lines.get(path)?.value.entries.first?.value;
  }

  /** The youngest entry for a path. */
  lastFor(path: string): Entry | undefined {
    return this.#lines.get(path)?.value.entries.last?.value;
  }

  /**
   * Looks at the oldest entry of each line, in the order of their turns. Only lines that went of late or are
   * under way can come first and not be ready, so what may go is found soon, however much waits.
   *
   * @returns the first entry that passes
   */
  find(test: (entry: Entry) => boolean): Entry | undefined {
    for (let line = this.#order.first; line !== undefined; line = line.next) {
      const entry = line.value.entries.first?.value;
      if (entry !== undefined && test(entry)) return entry;
    }
    return undefined;
  }

  /** Puts an entry at the end of its line. */
  add(entry: Entry): void {
    const line = this.#lines.get(entry.path)?.value ?? this.#begin(entry.path, entry.turn);
    this.#places.set(entry, line.entries.addAfter(line.entries.last, entry));
  }

  /**
   * Puts an entry back to the start of its line.
   *
   * @param keepsTurn true when the line goes back to the turn that the entry had, false when it lets the others go first
   */
  addAgain(entry: Entry, keepsTurn: boolean): void {
    const line = this.#lines.get(entry.path);
    const turn = keepsTurn ? Math.min(entry.turn, line?.value.turn ?? Infinity) : this.nextTurn();
    const { entries } = line === undefined ? this.#begin(entry.path, turn) : line.value;
    this.#places.set(entry, entries.addAfter(undefined, entry));
    if (line !== undefined) this.#move(entry.path, line, turn);
  }

  /** Takes an entry out because it goes; the rest of its line waits for the next turn. */
  take(entry: Entry): void {
    const line = this.#lines.get(entry.path);
    if (line !== undefined) entry.turn = line.value.turn;
    this.remove(entry);
    if (line?.value.entries.first !== undefined) this.#move(entry.path, line, this.nextTurn());
  }

  /** Takes an entry out that will not go. */
  remove(entry: Entry): void {
    const line = this.#lines.get(entry.path);
    const place = this.#places.get(entry);
    if (line === undefined || place === undefined) return;
    this.#places.delete(entry);
    line.value.entries.remove(place);
    if (line.value.entries.first !== undefined) return;
    this.#order.remove(line);
    this.#lines.delete(entry.path);
  }

  #begin(path: string, turn: number): Line {
    const line = { entries: new LinkedList<Entry>(), turn };
    this.#insert(path, line);
    return line;
  }

  #move(path: string, line: Link<Line>, turn: number): void {
    this.#order.remove(line);
    this.#insert(path, { ...line.value, turn });
  }

  #insert(path: string, line: Line): void {
    let before = this.#order.last;
    if (before !== undefined && before.value.turn > line.turn) before = this.#lastBefore(line.turn);
    this.#lines.set(path, this.#order.addAfter(before, line));
  }

  /** From the front: what is put back went first before, so little stands before it. */
  #lastBefore(turn: number): Link<Line> | undefined {
    let before: Link<Line> | undefined;
    let line = this.#order.first;
    while (line !== undefined && line.value.turn < turn) {
      before = line;
      line = line.next;
    }
    return before;
  }
}
