import type { Resource } from '../resources';
import type { ProgramEnd, StoredProgram } from './program';
import type { PropertiesSetByCommand } from './properties-set-by-command';

/** Called when something happens to the lamps of a bridge, after the programs have handled it. */
export interface LampActivityListener {
  onCommand(lamps: ReadonlySet<string>, touched: PropertiesSetByCommand): void;
  onLampChanged(lamp: Resource, changed: readonly string[]): void;
  onConnectivityChanged(lamps: readonly string[]): void;
  /** A program has ended on its lamps, and the lamps were restored if the program says so. */
  onEnd(program: StoredProgram, end: ProgramEnd): void;
}
