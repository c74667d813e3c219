/** Number of writes for which a message has places. */
const placesOfMessage = 65_536;

let lastOrder = 0;

/** Returns a position after all writes before. */
export function nextWriteOrder(): number {
  lastOrder += 1;
  return lastOrder;
}

/** The place of a message among all writes of all bridges: what it sends later, when more is known, still takes this place. */
export class MessagePlace {
  /** What has a lower position was asked for before. */
  readonly first: number;
  /** What has a higher position was asked for afterwards. */
  readonly last: number;
  #next: number;

  /** After all that was asked for before. */
  constructor() {
    this.first = lastOrder + 1;
    this.last = lastOrder + placesOfMessage;
    this.#next = this.first;
    lastOrder = this.last;
  }

  /** Returns the position of the next write of the message. */
  takeNext(): number {
    const order = Math.min(this.#next, this.last);
    this.#next += 1;
    return order;
  }
}

/** Lamps that a message has reserved until it knows what to send to them: later writes of them wait. */
export interface LampReservation {
  /** Resolves when all writes of the lamps that were asked for before are answered; at once where the bridge is away. */
  readonly ready: Promise<void>;
  /** Reserves no other lamps any more than those of some lamps, groups or scenes. @param ids their ids */
  keepOnly(ids: readonly string[]): void;
  /** Gives all lamps back. */
  end(): void;
}
