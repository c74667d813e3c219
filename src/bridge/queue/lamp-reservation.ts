let lastOrder = 0;

/** @returns a position after all writes before */
export function nextWriteOrder(): number {
  lastOrder += 1;
  return lastOrder;
}

/** Lamps that a message has reserved until it knows what to send to them: later writes of them wait. */
export interface LampReservation {
  /** Its writes take this place among all others. */
  readonly order: number;
  /** Resolves when all writes of the lamps that were asked for before are answered; at once where the bridge is away. */
  readonly ready: Promise<void>;
  /** Reserves no other lamps any more. @param paths paths of lamps */
  keepOnly(paths: Iterable<string>): void;
  /** Gives all lamps back. */
  end(): void;
}
