/** Maximum writes of one message. */
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

/** Lamps reserved by a message until it knows its commands. Later writes of the lamps wait. */
export interface LampReservation {
  /** Resolves when all earlier writes of the lamps are answered, or immediately if the bridge is unreachable. */
  readonly ready: Promise<void>;
  /**
   * Keeps the lamps of the given lamps, groups or scenes and releases the others.
   *
   * @param ids ids of lamps, groups or scenes
   */
  keepOnly(ids: readonly string[]): void;
  end(): void;
}
