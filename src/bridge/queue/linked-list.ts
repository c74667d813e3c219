/** One node of a doubly linked list. */
export interface LinkedListNode<Value> {
  readonly value: Value;
  previous: LinkedListNode<Value> | undefined;
  next: LinkedListNode<Value> | undefined;
}

/** A doubly linked list: insertion and removal at a known node in constant time. */
export class LinkedList<Value> {
  #first: LinkedListNode<Value> | undefined;
  #last: LinkedListNode<Value> | undefined;

  /** The first node; undefined when the list is empty. */
  get first(): LinkedListNode<Value> | undefined {
    return this.#first;
  }

  /** The last node; undefined when the list is empty. */
  get last(): LinkedListNode<Value> | undefined {
    return this.#last;
  }

  /**
   * Inserts a value after a node of this list, or before all others.
   *
   * @returns the node of the value, which `remove` takes
   */
  addAfter(previous: LinkedListNode<Value> | undefined, value: Value): LinkedListNode<Value> {
    const next = previous === undefined ? this.#first : previous.next;
    const node: LinkedListNode<Value> = { value, previous, next };
    if (previous === undefined) this.#first = node;
    else previous.next = node;
    if (next === undefined) this.#last = node;
    else next.previous = node;
    return node;
  }

  /** Removes a node of this list. */
  remove({ previous, next }: LinkedListNode<Value>): void {
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
  }
}
