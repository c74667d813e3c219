import type { Resource, Members } from '../resources';
import type { LampStateReport } from './lamp-state-report';

export interface TimedUpdate {
  /** Unique among the steps of the plan. */
  readonly key: number;
  readonly members: Members;
  /** Start of the next step, in ms since the start of the plan. */
  readonly until: number;
}

/** Times are in ms since the start. */
export interface TimedUpdatePlan {
  /** Infinity for an endless plan. */
  readonly duration: number;
  /**
   * Returns the last step after the end.
   *
   * @param isLate true if the steps before did not reach the bridge
   */
  at(elapsed: number, isLate: boolean): TimedUpdate;
  /** True if somebody else made this change; the program then ends. */
  isExternal(report: LampStateReport, elapsed: number): boolean;
  /** After a time without reports, the program may have caused this state. */
  mayShow(lamp: Resource, elapsed: number): boolean;
}
