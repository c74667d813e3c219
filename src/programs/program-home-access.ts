import type { Clock } from '../bridge/time/clock';
import type { Resource } from '../resources';
import type { UpdateMembers, ProgramStarterNode, ProgramTarget } from './program';
import type { ProgramSendResult } from './timed-update-plan-run';

/** The home that programs act on. */
export interface ProgramHomeAccess {
  clock: Clock;
  /**
   * Sends an update. It never rejects; aborted by the signal, it may resolve to anything.
   *
   * @param origin node that began the program
   */
  send(
    target: ProgramTarget,
    members: UpdateMembers,
    signal: AbortSignal,
    origin: ProgramStarterNode | undefined,
  ): Promise<ProgramSendResult>;
  /** Last known state of a lamp. */
  getLamp(rid: string): Resource | undefined;
  /** Lamps that an update of a resource acts on. */
  findLamps(rid: string): readonly string[];
  /** False while the bridge cannot reach the lamp. */
  isReachable(lamp: Resource): boolean;
  /** Resolves once the state of the lamps is known; undefined where it is known already. */
  whenStateKnown(): Promise<void> | undefined;
  /** Called after each change of what runs. */
  onChange(): void;
}
