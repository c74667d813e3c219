import type { Resource, Members } from '../resources';
import type { Xy } from '../units/color';
import type { LightResourceType } from '../vocabulary/light/command';
import type { CommandWarning } from '../vocabulary/parse-result';

/** At most one program sets a property of a lamp at a time. */
export type LampProperty = 'power' | 'brightness' | 'color';

export interface ProgramStarterNode {
  nodeId: string;
  /** Digest of the settings: differs if a deploy changes the node. */
  digest: string;
}

export interface SequenceStep {
  /** Sent when the step begins; empty for a pause. */
  members: Members;
  /** In ms; the minimum if `maxDuration` is set. */
  duration: number;
  /** In ms. The step lasts a random time from `duration` to `maxDuration`. */
  maxDuration?: number;
}

/** Sent when its lamp is turned on. */
export interface SendWhenTurnedOnSpecification {
  kind: 'later';
  members: Members;
}

export interface SequenceSpecification {
  kind: 'sequence' | 'alert';
  steps: readonly SequenceStep[];
  /** Null for an endless sequence. */
  rounds: number | null;
  /** In ms; missing if only the rounds limit the sequence. */
  longest?: number;
  /** For the order of the steps in each round; null for the given order. */
  seed: number | null;
  /** Missing if all lengths are fixed. */
  lengthSeed?: number;
  /** To be restored at the end; missing if the lamps are not restored. */
  before?: readonly Resource[];
}

export interface FadeEndpoint {
  /** In percent; 0 is off. Missing if the fade does not change it. */
  brightness?: number;
  mirek?: number;
  xy?: Xy;
}

/** Restores lamps after a program or after the answer to a message. */
export interface RestoreSpecification {
  kind: 'restore';
  before: readonly Resource[];
  /** Steps that the lamps may still show; empty if unknown. */
  steps: readonly SequenceStep[];
}

/** A transition longer than the maximum of a bridge. */
export interface FadeSpecification {
  kind: 'fade';
  from: FadeEndpoint;
  to: FadeEndpoint;
  /** In ms. */
  duration: number;
}

/** The node starts it again after a restart. */
interface DaylightSpecification {
  kind: 'daylight';
  node: DaylightNodeReference;
}

export interface DaylightNodeReference {
  readonly id: string;
  readonly name?: string | undefined;
}

export type ProgramSpecification =
  | SendWhenTurnedOnSpecification
  | SequenceSpecification
  | RestoreSpecification
  | FadeSpecification
  | DaylightSpecification;

export interface ProgramTarget {
  rid: string;
  rtype: LightResourceType;
}

/** Plain JSON, so that the program can continue after a restart. */
export interface StoredProgram {
  readonly target: ProgramTarget;
  /** Ids of the lamps of the target at the start, without those removed since. */
  readonly lamps: readonly string[];
  readonly properties: readonly LampProperty[];
  readonly content: ProgramSpecification;
  /** System time, in ms since the epoch. */
  readonly startedAt: number;
  /** System time of the last storing, in ms since the epoch. */
  readonly keptAt?: number;
  readonly starter?: ProgramStarterNode;
  /**
   * Its lamps may show it: after the first request, or after the first accepted request if their earlier states are
   * unknown.
   */
  readonly hasBegun?: boolean;
}

export interface ParsedProgram {
  properties: readonly LampProperty[];
  content: ProgramSpecification;
  warnings: readonly CommandWarning[];
}

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
