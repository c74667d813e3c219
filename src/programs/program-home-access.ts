import type { Clock } from '../bridge/time/clock';
import type { Resource, Members } from '../resources';
import type { ProgramStarterNode, ProgramTarget } from './program';

export interface ProgramSendOutcome {
  /**
   * `sent`: accepted. `failed`: can be retried. `refused`: rejected finally. `withdrawn`: cancelled before sending.
   */
  readonly result: 'sent' | 'failed' | 'refused' | 'withdrawn';
  readonly missed: readonly string[];
}

export interface ProgramHomeAccess {
  clock: Clock;
  /**
   * Never rejects.
   *
   * @param signal cancels the update while it is not sent
   * @param starter node that started the program
   */
  send(
    target: ProgramTarget,
    members: Members,
    signal: AbortSignal,
    starter: ProgramStarterNode | undefined,
  ): Promise<ProgramSendOutcome>;
  getLamp(rid: string): Resource | undefined;
  /** Lamps that an update of a resource sets; the id itself if unknown. */
  findLamps(rid: string): readonly string[];
  isReachable(lamp: Resource): boolean;
  /**
   * Called if the process or the machine was suspended, or the system date was set. The programs must be suspended
   * until the lamps are read.
   */
  onTimeGap(): void;
  /** Takes a sentence about a program that did not end as requested. */
  warn(warning: string): void;
  nameOf(rid: string): string;
  onChange(): void;
}
