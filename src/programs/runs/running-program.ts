import type { MessagePlace } from '../../bridge/queue/lamp-reservation';
import type { ProgramEnd } from '../lamp-activity';
import type { StoredProgram } from '../program';
import type { LampWish } from '../program-overlap';
import type { TimedUpdatePlan } from '../timed-update-plan';
import type { ProgramRun } from './program-run';

/** A program that runs, with what carries it out. */
export interface RunningProgram {
  program: StoredProgram;
  readonly run: ProgramRun;
  /** True for one from before a restart. */
  readonly isResumed: boolean;
  /** Lamps whose states before are those of an earlier program, whatever they show when this one begins. */
  readonly inherited: ReadonlySet<string>;
  /** Of the return of lamps: how the program has ended. */
  readonly end: ProgramEnd;
  /** The place of its message among all writes; undefined for what comes before all others. */
  readonly place: MessagePlace | undefined;
}

/** How a program starts. */
export interface ProgramStartOptions {
  /** Of a program whose content does not say it. */
  readonly plan?: TimedUpdatePlan | undefined;
  /** True for one that was kept before a restart. */
  readonly isResumed?: boolean;
  /** What was asked for since the message of the program arrived: it comes after the program. */
  readonly since?: readonly LampWish[];
  /** The place of its message among all writes. Writes that were asked for before leave it as it is, also when they are sent later. */
  readonly place?: MessagePlace | undefined;
}
