import type { MessagePlace } from '../bridge/queue/lamp-reservation';
import type { Resource } from '../resources';
import type { StoredProgram, UpdateMembers } from './program';
import type { PropertiesSetByCommand, RequestedUpdate } from './properties-set-by-command';

/** Why a program ended, or a lamp was removed from it. */
export type ProgramEnd =
  | 'over'
  | 'stopped'
  | 'command'
  | 'changed'
  | 'replaced'
  | 'deployed'
  | 'refused'
  | 'deleted';

/** Called when something happens to the lamps of a bridge, after the programs have handled it. */
export interface LampActivityListener {
  onCommand(lamps: ReadonlySet<string>, touched: PropertiesSetByCommand): void;
  onLampChanged(lamp: Resource, changed: readonly string[]): void;
  onConnectivityChanged(lamps: readonly string[]): void;
  /** A program has ended on its lamps, and the lamps were restored if the program says so. */
  onEnd(program: StoredProgram, end: ProgramEnd): void;
}

export interface CompetingWrite extends RequestedUpdate {
  readonly rid: string;
  /** Place of the message among all writes; undefined for a write after all others. */
  readonly place?: MessagePlace | undefined;
}

/**
 * Returns true if a message comes after another one.
 *
 * @param place undefined for a message after all others
 */
export const isLater = (place: MessagePlace | undefined, other: MessagePlace): boolean =>
  place === undefined || place.first > other.first;

/** Members that a command adds for a program that waited for it. */
export interface CommandAddition {
  readonly members: UpdateMembers;
  onAnswer(isTaken: boolean): void;
}
