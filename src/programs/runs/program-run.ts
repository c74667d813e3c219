import type { MessagePlace } from '../../bridge/queue/message-place';
import type { Resource } from '../../resources';
import type { LampStateReport } from '../lamp-state-report';
import type { ProgramEnd, StoredProgram } from '../program';
import type { ProgramHomeAccess } from '../program-home-access';
import type { ProgramRequests } from './program-requests';

export interface ProgramRun {
  /** Sends due updates; continues after `suspend`. */
  start(): void;
  /** Sends nothing until `start`. The caller cancels the updates that were not sent. */
  suspend(): void;
  onLampReady(rid: string): void;
  isExternal(lamp: Resource, report: LampStateReport): boolean;
  /** After a time without reports, the program may have caused this state. */
  mayShow(lamp: Resource): boolean;
  /** Advances the program by ms that the clock did not count. */
  skipTime?(duration: number): void;
}

export interface ProgramRunContext {
  readonly home: ProgramHomeAccess;
  /** Lamps may be removed from it. */
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
  /** Their states before come from an earlier program, so they are not read at the start. */
  readonly inherited: ReadonlySet<string>;
  /** For a restore: end of the program before it. */
  readonly end: ProgramEnd;
  /** Among all writes; undefined for a program before all others. */
  readonly place: MessagePlace | undefined;
}
