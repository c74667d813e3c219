import type { ProgramStarterNode, StoredProgram } from './program';
import type { LampWish } from './program-overlap';
import { findPropertiesSetByCommand } from './properties-set-by-command';
import type { PropertiesSetByCommand } from './properties-set-by-command';
import type { CompetingWrite } from './lamp-activity';

/** What was asked for while a program waited to start: by a command its target, by another program its lamps. */
type LaterWish = PropertiesSetByCommand &
  ({ readonly rid: string } | { readonly program: StoredProgram });

/** A program whose message has arrived, and that waits for code or for the state of its lamps to start. */
export class PendingProgram {
  readonly #end: () => void;
  readonly #later: LaterWish[] = [];
  /** The node that got its message; undefined where it is not known. */
  readonly origin: ProgramStarterNode | undefined;
  /** What it will run, as soon as that is known; it counts for the pace from then on. */
  reserved: Pick<StoredProgram, 'target' | 'lamps' | 'content'> | undefined;

  /** @param end called when it no longer waits */
  constructor(origin: ProgramStarterNode | undefined, end: () => void) {
    this.origin = origin;
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

  /** Takes note of the message of a program. */
  add(origin: ProgramStarterNode | undefined): PendingProgram {
    this.#stopObserving ??= this.#observeWrites();
    const pending = new PendingProgram(origin, () => {
      this.#pending.delete(pending);
      if (this.#pending.size > 0) return;
      this.#stopObserving?.();
      this.#stopObserving = undefined;
    });
    this.#pending.add(pending);
    return pending;
  }

  /** Takes note of a write that is not one of a program. */
  observeWrite({ rid, members }: CompetingWrite): void {
    if (this.#pending.size === 0) return;
    const touched = findPropertiesSetByCommand(members);
    for (const pending of this.#pending) pending.record({ ...touched, rid });
  }

  /** Takes note of a program that starts, for those whose messages came before its own. */
  observeStart(started: PendingProgram, program: StoredProgram): void {
    for (const pending of this.#pending) {
      if (pending === started) return;
      const properties = new Set(program.properties);
      pending.record({ power: 'none', properties, stops: false, program });
    }
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
