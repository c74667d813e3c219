/** One value of a linked list, and its place in it. */
export interface Link<Value> {
  readonly value: Value;
  previous: Link<Value> | undefined;
  next: Link<Value> | undefined;
}

/** A list that takes a value in or out at any known place at the same cost, however long it is. */
export class LinkedList<Value> {
  #first: Link<Value> | undefined;
  #last: Link<Value> | undefined;

  /** The first link; undefined when the list is empty. */
  get first(): Link<Value> | undefined {
    return this.#first;
  }

  /** The last link; undefined when the list is empty. */
  get last(): Link<Value> | undefined {
    return this.#last;
  }

  /**
   * Adds a value behind a link of this list, or before all others.
   *
   * @returns the link of the value, which `remove` takes
   */
  addAfter(previous: Link<Value> | undefined, value: Value): Link<Value> {
    const next = previous === undefined ? this.#first : previous.next;
    const link: Link<Value> = { value, previous, next };
    if (previous === undefined) this.#first = link;
    else previous.next = link;
    if (next === undefined) this.#last = link;
    else next.previous = link;
    return link;
  }

  /** Takes a link of this list out. */
  remove({ previous, next }: Link<Value>): void {
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
  }
}
