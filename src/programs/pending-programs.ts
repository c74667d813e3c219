import type { ProgramStarterNode, StoredProgram } from './program';
import type { LampWish } from './program-overlap';
import { findPropertiesSetByCommand } from './properties-set-by-command';
import type { PropertiesSetByCommand } from './properties-set-by-command';
import { isLater } from './lamp-activity';
import type { CompetingWrite } from './lamp-activity';
import { MessagePlace } from '../bridge/queue/lamp-reservation';

/** What was asked for while a program waited to start: by a command its target, by another program its lamps. */
type LaterWish = PropertiesSetByCommand &
  ({ readonly rid: string } | { readonly program: StoredProgram });

/** A program whose message has arrived, and that waits for code or for the state of its lamps to start. */
export class PendingProgram {
  readonly #end: () => void;
  readonly #later: LaterWish[];
  /** The node that got its message; undefined where it is not known. */
  readonly origin: ProgramStarterNode | undefined;
  /** The place of its message among all writes. */
  readonly place: MessagePlace;
  /** What it will run, as soon as that is known; it counts for the pace from then on. */
  reserved: Pick<StoredProgram, 'target' | 'lamps' | 'content'> | undefined;

  /**
   * @param announced takes note for its message since before; undefined for a message that has just arrived
   * @param end called when it no longer waits
   */
  constructor(
    origin: ProgramStarterNode | undefined,
    place: MessagePlace,
    announced: PendingProgram | undefined,
    end: () => void,
  ) {
    this.origin = origin;
    this.place = place;
    this.#later = announced === undefined ? [] : [...announced.#later];
    this.#end = end;
  }

  /** Takes note of what comes after it. */
  record(wish: LaterWish): void {
    this.#later.push(wish);
  }

  /**
   * What was asked for since its message.
   *
   * @param findLamps finds the lamps of a resource
   */
  listLater(findLamps: (rid: string) => readonly string[]): readonly LampWish[] {
    return this.#later.map((wish) => ({
      power: wish.power,
      properties: wish.properties,
      stops: wish.stops,
      lamps: new Set('rid' in wish ? findLamps(wish.rid) : wish.program.lamps),
      isProgram: 'program' in wish,
    }));
  }

  /** It has started, or never will. */
  end(): void {
    this.#end();
  }
}

/**
 * The programs of a bridge that have not started yet, in the order of their messages: whatever is asked for while one of
 * them waits comes after it.
 */
export class PendingPrograms {
  readonly #pending = new Set<PendingProgram>();
  readonly #observeWrites: () => () => void;
  #stopObserving: (() => void) | undefined;

  /** @param observeWrites has `observeWrite` called with each write, until what it returns is called */
  constructor(observeWrites: () => () => void) {
    this.#observeWrites = observeWrites;
  }

  /**
   * Takes note of the message of a program.
   *
   * @param place that of the message; after all others if missing
   * @param announced takes note for the same message since before
   */
  add(
    origin: ProgramStarterNode | undefined,
    place = new MessagePlace(),
    announced?: PendingProgram,
  ): PendingProgram {
    this.#stopObserving ??= this.#observeWrites();
    const pending = new PendingProgram(origin, place, announced, () => {
      this.#pending.delete(pending);
      if (this.#pending.size > 0) return;
      this.#stopObserving?.();
      this.#stopObserving = undefined;
    });
    this.#pending.add(pending);
    return pending;
  }

  /** Takes note of a write that is not one of a program. */
  observeWrite(write: CompetingWrite): void {
    if (this.#pending.size === 0) return;
    const { rid, place } = write;
    const touched = findPropertiesSetByCommand(write);
    for (const pending of this.#pending)
      if (isLater(place, pending.place)) pending.record({ ...touched, rid });
  }

  /** Takes note of a program that starts, for those whose messages came before its own. */
  observeStart(started: PendingProgram, program: StoredProgram): void {
    const properties = new Set(program.properties);
    for (const pending of this.#pending)
      if (isLater(started.place, pending.place))
        pending.record({ power: 'none', properties, stops: false, program });
  }

  /**
   * Returns the number of requests a second that waiting sequences will send.
   *
   * @param getRate returns that of one of them
   */
  usedRate(
    getRate: (program: Pick<StoredProgram, 'target' | 'lamps' | 'content'>) => number,
  ): number {
    let rate = 0;
    for (const { reserved } of this.#pending)
      rate += reserved === undefined ? 0 : getRate(reserved);
    return rate;
  }
}
