import type { MessagePlace } from '../bridge/queue/lamp-reservation';
import type { Resource } from '../resources';
import type { StoredProgram, UpdateMembers } from './program';
import type { PropertiesSetByCommand, RequestedUpdate } from './properties-set-by-command';

/** Why a program ended, or a lamp was taken out of it. */
export type ProgramEnd =
  | 'over'
  | 'stopped'
  | 'command'
  | 'changed'
  | 'replaced'
  | 'deployed'
  | 'refused'
  | 'deleted';

/** Is called when something happens to the lamps of a bridge; always after the programs have taken note of it. */
export interface LampActivityListener {
  /** A command of somebody else acts on lamps. */
  onCommand(lamps: ReadonlySet<string>, touched: PropertiesSetByCommand): void;
  onLampChanged(lamp: Resource, changed: readonly string[]): void;
  /** Lamps can be reached again, or no longer. */
  onConnectivityChanged(lamps: readonly string[]): void;
  /** A program has ended on its lamps, and they have returned to what they were where it says so. */
  onEnd(program: StoredProgram, end: ProgramEnd): void;
}

/** A write that somebody asks of the same client. */
export interface CompetingWrite extends RequestedUpdate {
  readonly rid: string;
  /** The place of its message among all writes; undefined for what comes after all others. */
  readonly place?: MessagePlace | undefined;
}

/** Returns true where a message comes after another one. @param place undefined for what comes after all others */
export const isLater = (place: MessagePlace | undefined, other: MessagePlace): boolean =>
  place === undefined || place.first > other.first;

/** What a command sends along for a program that waited for it. */
export interface CommandAddition {
  readonly members: UpdateMembers;
  /** Called with whether the lamp took the command. */
  onAnswer(isTaken: boolean): void;
}
