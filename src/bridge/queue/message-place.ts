const placesOfMessage = 65_536;

let lastOrder = 0;

export function nextWriteOrder(): number {
  lastOrder += 1;
  return lastOrder;
}

/**
 * The place of a message among all writes of all bridges. Writes that the message sends later still take this place.
 */
export class MessagePlace {
  /** Lower positions are earlier. */
  readonly first: number;
  /** Higher positions are later. */
  readonly last: number;
  #next: number;

  constructor() {
    this.first = lastOrder + 1;
    this.last = lastOrder + placesOfMessage;
    this.#next = this.first;
    lastOrder = this.last;
  }

  takeNext(): number {
    const order = Math.min(this.#next, this.last);
    this.#next += 1;
    return order;
  }
}

/** Returns true if a message comes after another one. Without a place, it comes after all others. */
export const isLater = (place: MessagePlace | undefined, other: MessagePlace): boolean =>
  place === undefined || place.first > other.first;
