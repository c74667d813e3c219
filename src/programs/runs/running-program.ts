import type { MessagePlace } from '../../bridge/queue/message-place';
import type { ProgramEnd, StoredProgram } from '../program';
import type { LampClaim } from '../program-overlap';
import type { TimedUpdatePlan } from '../timed-update-plan';
import type { ProgramRun } from './program-run';

export interface RunningProgram {
  program: StoredProgram;
  readonly run: ProgramRun;
  readonly isResumed: boolean;
  /** Lamps whose states before come from an earlier program: they are not read at the start of this one. */
  readonly inherited: ReadonlySet<string>;
  /** For a restore: how the program before it ended. */
  readonly end: ProgramEnd;
  /** Place of the message among all writes; undefined for a program before all others. */
  readonly place: MessagePlace | undefined;
}

export interface ProgramStartOptions {
  /** Plan of a program whose content does not contain one. */
  readonly plan?: TimedUpdatePlan | undefined;
  readonly isResumed?: boolean;
  /** Commands and programs since the message of this program. They come after it. */
  readonly since?: readonly LampClaim[];
  /**
   * Place of the message among all writes. Writes of earlier messages do not affect the program, even if they are
   * sent later.
   */
  readonly place?: MessagePlace | undefined;
}
