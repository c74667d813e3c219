const writesOfMessage = 65_536;

let lastOrder = 0;

export function nextWriteOrder(): number {
  lastOrder += 1;
  return lastOrder;
}

/** The positions of the writes of one message among all writes of all bridges. Lower positions are earlier. */
interface WritePositions {
  readonly first: number;
  readonly last: number;
  next: number;
}

function takePositions(): WritePositions {
  const first = lastOrder + 1;
  lastOrder += writesOfMessage;
  return { first, last: lastOrder, next: first };
}

/** The lamps that a turn holds on one bridge. */
export interface HeldLamps {
  /** Resolves when earlier writes of these lamps are answered; at once if the bridge is unreachable. */
  waitForEarlier(): Promise<void>;
  /** Keeps the lamps of these lamps, groups or scenes; releases the others. */
  keepOnly(ids: readonly string[]): void;
  end(): void;
}

interface LampHolder {
  /** Holds all lamps for the turn: later writes of them wait. */
  holdLamps(turn: Turn): HeldLamps;
}

/**
 * The turn of a message: what came later waits for it, on all bridges. Its writes take their positions from the moment
 * at which it arrived, whenever they are queued.
 *
 * | state   | event that leads to it            | lamps it holds          | later writes wait for         |
 * | -       | -                                 | -                       | -                             |
 * | arrived | the message arrives               | none                    | what it has queued            |
 * | waiting | `wait`: its lamps are not known   | all of these bridges    | all lamps of these bridges    |
 * | known   | `keepOnly`: its lamps are known   | those of its targets    | these lamps                   |
 * | done    | `done`: all it asks for is queued | none                    | what it has queued            |
 *
 * A part of the message that waits longer, such as one of several targets, has a turn of its own at the same position.
 */
export class Turn {
  #held: Map<LampHolder, HeldLamps> | undefined;

  constructor(private readonly positions: WritePositions = takePositions()) {}

  /** The turn of writes that continue an earlier write, all at its position. */
  static at(order: number): Turn {
    return new Turn({ first: order, last: order, next: order });
  }

  get first(): number {
    return this.positions.first;
  }

  get last(): number {
    return this.positions.last;
  }

  /** Without a turn, a message comes after all others. */
  isBefore(other: Turn | undefined): boolean {
    return other === undefined || this.first < other.first;
  }

  takeNext(): number {
    const order = Math.min(this.positions.next, this.last);
    this.positions.next += 1;
    return order;
  }

  wait(bridges: Iterable<LampHolder>): void {
    const held = (this.#held ??= new Map<LampHolder, HeldLamps>());
    for (const bridge of bridges) if (!held.has(bridge)) held.set(bridge, bridge.holdLamps(this));
  }

  /**
   * Waits for a part of the message, such as for the state of its lamps.
   *
   * @param run may call `done` when everything is queued; otherwise the turn of the part is done with `run`
   */
  async whileWaiting<Result>(
    bridges: Iterable<LampHolder>,
    run: (turn: Turn) => Promise<Result>,
  ): Promise<Result> {
    const turn = new Turn(this.positions);
    turn.wait(bridges);
    try {
      return await run(turn);
    } finally {
      turn.done();
    }
  }

  /** @param targets lamps, groups and scenes */
  keepOnly(targets: readonly { readonly bridge: LampHolder; readonly rid: string }[]): void {
    this.wait(targets.map(({ bridge }) => bridge));
    for (const [bridge, held] of this.#held ?? [])
      held.keepOnly(targets.filter((target) => target.bridge === bridge).map(({ rid }) => rid));
  }

  /** Waits until earlier writes of the lamps that it holds on the bridge are answered. */
  async waitForEarlier(bridge: LampHolder): Promise<void> {
    await this.#held?.get(bridge)?.waitForEarlier();
  }

  done(): void {
    const held = this.#held;
    this.#held = undefined;
    for (const one of held?.values() ?? []) one.end();
  }
}
