import type { Resource } from '../../resources';
import type { LampStateReport } from '../lamp-state-report';

/** Carries out a program on its lamps. */
export interface ProgramRun {
  /** Sends due updates; continues after `suspend`. */
  start(): void;
  /** Cancels updates that were not sent, and sends nothing until `start`. */
  suspend(): void;
  onLampsRemoved(removed: readonly string[]): void;
  onLampReady(rid: string): void;
  isExternal(lamp: Resource, report: LampStateReport): boolean;
  /** Returns true if the program may have caused the state of a lamp after a time without reports. */
  mayShow(lamp: Resource): boolean;
  /** Advances the program by a time in ms that the clock did not count. */
  skipTime(duration: number): void;
}
