import type { Clock } from '../bridge/time/clock';
import type { Resource } from '../resources';
import type { UpdateMembers, ProgramStarterNode, ProgramTarget } from './program';

/** How sending ended: taken by the bridge, to be tried again, refused for good, or withdrawn before it was sent. */
export type ProgramSendResult = 'sent' | 'failed' | 'refused' | 'withdrawn';

/** What became of an update of a program. */
export interface ProgramSendOutcome {
  readonly result: ProgramSendResult;
  /** Ids of lamps that did not take it, since the bridge cannot reach them. */
  readonly missed: readonly string[];
}

/** The home that programs act on. */
export interface ProgramHomeAccess {
  clock: Clock;
  /**
   * Sends an update. It never rejects.
   *
   * @param signal withdraws it as long as it is not sent
   * @param origin node that began the program
   */
  send(
    target: ProgramTarget,
    members: UpdateMembers,
    signal: AbortSignal,
    origin: ProgramStarterNode | undefined,
  ): Promise<ProgramSendOutcome>;
  /** Last known state of a lamp. */
  getLamp(rid: string): Resource | undefined;
  /** Lamps that an update of a resource acts on; the id itself where it is not known. */
  findLamps(rid: string): readonly string[];
  /** False while the bridge cannot reach the lamp. */
  isReachable(lamp: Resource): boolean;
  /**
   * Called when time has passed unnoticed: the process or the machine stood still, or the date was set. The programs are to
   * be suspended until the lamps are read.
   */
  onTimeGap(): void;
  /** Called with a sentence about a program that did not end as it was asked for. */
  warn(warning: string): void;
  /** Name of a lamp or a group, for people. */
  nameOf(rid: string): string;
  /** Called after each change of what runs. */
  onChange(): void;
}
