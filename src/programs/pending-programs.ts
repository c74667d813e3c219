import type { ProgramStarterNode, Program } from './program';
import type { LampClaim } from './running-programs';
import { findPropertiesSetByCommand } from './properties-set-by-command';
import type { PropertiesSetByCommand, CompetingWrite } from './properties-set-by-command';
import { isLater, MessagePlace } from '../bridge/turn';

/** A command (for a target) or another program (for its lamps) that came while a program waited. */
type LaterClaim = PropertiesSetByCommand &
  ({ readonly rid: string } | { readonly program: Program });

/** A program whose message has arrived. It waits for code or for the state of its lamps. */
export class PendingProgram {
  readonly #later: LaterClaim[];
  /** Requests of a known program count toward the used rate. */
  reserved: Pick<Program, 'target' | 'lamps' | 'content'> | undefined;

  /**
   * @param announced entry of the same message that has recorded since earlier
   * @param end call it when the program does not wait any more
   */
  constructor(
    readonly starter: ProgramStarterNode | undefined,
    readonly place: MessagePlace,
    announced: PendingProgram | undefined,
    readonly end: () => void,
  ) {
    this.#later = announced === undefined ? [] : [...announced.#later];
  }

  record(claim: LaterClaim): void {
    this.#later.push(claim);
  }

  /** Returns the commands and programs since the message. */
  listLater(findLamps: (rid: string) => readonly string[]): readonly LampClaim[] {
    return this.#later.map((claim) => ({
      power: claim.power,
      properties: claim.properties,
      stops: claim.stops,
      lamps: new Set('rid' in claim ? findLamps(claim.rid) : claim.program.lamps),
      isProgram: 'program' in claim,
    }));
  }
}

/**
 * The programs of a bridge that wait to start, in the order of their messages. All later commands come after them.
 */
export class PendingPrograms {
  readonly #pending = new Set<PendingProgram>();
  #stopObserving: (() => void) | undefined;

  /** @param observeWrites starts to call `observeWrite` for each write; returns a function that stops it */
  constructor(private readonly observeWrites: () => () => void) {}

  /**
   * @param place the last if missing
   * @param announced entry of the same message that has recorded since earlier
   */
  add(
    starter: ProgramStarterNode | undefined,
    place = new MessagePlace(),
    announced?: PendingProgram,
  ): PendingProgram {
    this.#stopObserving ??= this.observeWrites();
    const pending = new PendingProgram(starter, place, announced, () => {
      this.#pending.delete(pending);
      if (this.#pending.size > 0) return;
      this.#stopObserving?.();
      this.#stopObserving = undefined;
    });
    this.#pending.add(pending);
    return pending;
  }

  observeWrite(write: CompetingWrite): void {
    if (this.#pending.size === 0) return;
    const { rid, place } = write;
    const touched = findPropertiesSetByCommand(write);
    for (const pending of this.#pending)
      if (isLater(place, pending.place)) pending.record({ ...touched, rid });
  }

  observeStart(started: PendingProgram, program: Program): void {
    const properties = new Set(program.properties);
    for (const pending of this.#pending)
      if (isLater(started.place, pending.place))
        pending.record({ power: 'none', properties, stops: false, program });
  }

  usedRate(getRate: (program: Pick<Program, 'target' | 'lamps' | 'content'>) => number): number {
    let rate = 0;
    for (const { reserved } of this.#pending)
      rate += reserved === undefined ? 0 : getRate(reserved);
    return rate;
  }
}
