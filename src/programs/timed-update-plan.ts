import type { Resource } from '../resources';
import type { LampStateReport } from './lamp-state-report';
import type { UpdateMembers } from './program';

/** What a program sends at one time. */
export interface TimedUpdate {
  /** Differs from that of every other step of the plan. */
  readonly key: number;
  /** Empty for a pause. */
  readonly members: UpdateMembers;
  /** When the next step begins, in ms since the start. */
  readonly until: number;
}

/** What is sent when, as a function of time alone. Times are in ms since the start. */
export interface TimedUpdatePlan {
  /** When it is over; Infinity for one that goes on until it is ended. */
  readonly duration: number;
  /**
   * The step of a time, or the last one after the end.
   *
   * @param isLate true when the steps before it did not reach the bridge
   */
  at(elapsed: number, isLate: boolean): TimedUpdate;
  /** Returns true for a report that does not come from this program: the lamp is left to whoever set it. */
  isForeign(report: LampStateReport, elapsed: number): boolean;
  /** Returns true where what a lamp shows after a time without reports may come from this program. */
  mayShow(lamp: Resource, elapsed: number): boolean;
}
