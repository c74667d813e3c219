const placesOfMessage = 65_536;

let lastOrder = 0;

export function nextWriteOrder(): number {
  lastOrder += 1;
  return lastOrder;
}

/** The place of a message among all writes of all bridges. Later writes of the message still take this place. */
export class MessagePlace {
  /** Lower positions are earlier, as in every order of writes. */
  readonly first: number;
  readonly last: number;
  #next: number;

  /** @param order the one position of all its writes, which continue an earlier write; new positions if missing */
  constructor(order?: number) {
    this.first = order ?? lastOrder + 1;
    this.last = order ?? lastOrder + placesOfMessage;
    this.#next = this.first;
    if (order === undefined) lastOrder = this.last;
  }

  takeNext(): number {
    const order = Math.min(this.#next, this.last);
    this.#next += 1;
    return order;
  }
}

/** Without a place, a message comes after all others. */
export const isLater = (place: MessagePlace | undefined, other: MessagePlace): boolean =>
  place === undefined || place.first > other.first;
