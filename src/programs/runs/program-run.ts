import type { MessagePlace } from '../../bridge/queue/message-place';
import type { Resource } from '../../resources';
import type { LampStateReport } from '../lamp-state-report';
import type { ProgramEnd, StoredProgram } from '../program';
import type { ProgramHomeAccess } from '../program-home-access';
import type { ProgramRequests } from './program-requests';

/** Carries out a program on its lamps. */
export interface ProgramRun {
  /** Sends due updates; continues after `suspend`. */
  start(): void;
  /** Sends nothing until `start`. The caller cancels the updates that were not sent. */
  suspend(): void;
  onLampReady(rid: string): void;
  isExternal(lamp: Resource, report: LampStateReport): boolean;
  /** Returns true if the program may have caused the state of a lamp after a time without reports. */
  mayShow(lamp: Resource): boolean;
  /** Advances the program by a time in ms that the clock did not count. */
  skipTime?(duration: number): void;
}

/** A program for its run, and what the run reports about it. */
export interface ProgramRunContext {
  readonly home: ProgramHomeAccess;
  /** The program at present: lamps may be removed from it. */
  program: StoredProgram;
  /** Called before the first request, or after the first accepted request if the earlier states are unknown. */
  readonly onBegin: () => void;
  /** Called with the delay of a late timer in ms, before anything is sent. It may suspend the run. */
  readonly onWake: (delay: number) => void;
  readonly onEnd: (lamps: readonly string[], end: 'over' | 'refused') => void;
}

export interface RunningProgram extends ProgramRunContext {
  readonly requests: ProgramRequests;
  readonly run: ProgramRun;
  readonly isResumed: boolean;
  /** Lamps whose states before come from an earlier program: they are not read at the start of this one. */
  readonly inherited: ReadonlySet<string>;
  /** For a restore: how the program before it ended. */
  readonly end: ProgramEnd;
  /** Place of the message among all writes; undefined for a program before all others. */
  readonly place: MessagePlace | undefined;
}
