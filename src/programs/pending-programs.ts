import type { ProgramStarterNode, Program } from './program';
import type { LampClaim } from './running-programs';
import { findPropertiesSetByCommand } from './properties-set-by-command';
import type { PropertiesSetByCommand, CompetingWrite } from './properties-set-by-command';
import { nextWriteOrder, Turn } from '../bridge/turn';

/** A command (for a target) or a program (for its lamps), at its position among all writes. */
type RecordedClaim = PropertiesSetByCommand & { readonly order: number } & (
    | { readonly rid: string }
    | { readonly program: Program }
  );

/** A message that waits. It may start a program once its code or the state of its lamps is there. */
export interface PendingProgram {
  readonly starter: ProgramStarterNode | undefined;
  readonly turn: Turn;
  /** Requests of a known program count toward the used rate. */
  reserved: Pick<Program, 'target' | 'lamps' | 'content'> | undefined;
  /** Call it when the program does not wait any more. */
  readonly end: () => void;
}

/**
 * The messages of a bridge that may still start a program, and what was asked of lamps since the first of them: a later
 * command does not wait for an earlier program, it takes precedence.
 */
export class PendingPrograms {
  readonly #pending = new Set<PendingProgram>();
  #recorded: RecordedClaim[] = [];
  #stopObserving: (() => void) | undefined;

  /** @param observeWrites starts to call `observeWrite` for each write; returns a function that stops it */
  constructor(private readonly observeWrites: () => () => void) {}

  /** @param turn the last if missing */
  add(starter: ProgramStarterNode | undefined, turn = new Turn()): PendingProgram {
    this.#stopObserving ??= this.observeWrites();
    const pending: PendingProgram = {
      starter,
      turn,
      reserved: undefined,
      end: () => this.#remove(pending),
    };
    this.#pending.add(pending);
    return pending;
  }

  observeWrite(write: CompetingWrite): void {
    if (this.#pending.size === 0) return;
    const { rid, turn } = write;
    const order = turn?.first ?? nextWriteOrder();
    this.#recorded.push({ ...findPropertiesSetByCommand(write), rid, order });
  }

  observeStart({ turn }: PendingProgram, program: Program): void {
    if (this.#pending.size === 0) return;
    const properties = new Set(program.properties);
    this.#recorded.push({ power: 'none', properties, stops: false, program, order: turn.first });
  }

  /** Returns the commands and programs since the message. */
  listLater({ turn }: PendingProgram, findLamps: (rid: string) => readonly string[]): LampClaim[] {
    return this.#recorded
      .filter(({ order }) => order > turn.first)
      .map((claim) => ({
        power: claim.power,
        properties: claim.properties,
        stops: claim.stops,
        lamps: new Set('rid' in claim ? findLamps(claim.rid) : claim.program.lamps),
        isProgram: 'program' in claim,
      }));
  }

  usedRate(getRate: (program: Pick<Program, 'target' | 'lamps' | 'content'>) => number): number {
    let rate = 0;
    for (const { reserved } of this.#pending)
      rate += reserved === undefined ? 0 : getRate(reserved);
    return rate;
  }

  #remove(pending: PendingProgram): void {
    const [oldest] = this.#pending;
    this.#pending.delete(pending);
    if (this.#pending.size === 0) {
      this.#recorded = [];
      this.#stopObserving?.();
      this.#stopObserving = undefined;
    } else if (pending === oldest) {
      // Messages may keep overlapping for ever.
      const earliest = Math.min(...Array.from(this.#pending, ({ turn }) => turn.first));
      this.#recorded = this.#recorded.filter(({ order }) => order > earliest);
    }
  }
}
