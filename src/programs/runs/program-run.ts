import type { Resource } from '../../resources';
import type { LampStateReport } from '../lamp-state-report';

/** What carries out a program on its lamps. */
export interface ProgramRun {
  /** Sends what is due, and goes on after `suspend`. */
  start(): void;
  /** Sends nothing until `start`; what was not sent yet is withdrawn. */
  suspend(): void;
  /** Lamps were taken out: what is not sent yet goes to the others alone. */
  onLampsTaken(taken: readonly string[]): void;
  /** A lamp came on, or can be reached again. */
  onLampReady(rid: string): void;
  /** Returns true for a report of a lamp that somebody else has set. */
  isForeign(lamp: Resource, report: LampStateReport): boolean;
  /** Returns true where what a lamp shows after a time without reports may come from this program. */
  mayShow(lamp: Resource): boolean;
  /** Time has passed of which the clock of this process knows nothing, in ms. */
  skipTime(duration: number): void;
}
