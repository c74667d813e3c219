import type { Resource, Members } from '../resources';
import type { Xy } from '../units/light-color';
import type { LightResourceType } from '../vocabulary';
import type { CommandWarning } from '../vocabulary/parsing/parse-result';

/** A property of a lamp. At most one program sets it at a time. */
export type LampProperty = 'power' | 'brightness' | 'color';

export interface ProgramStarterNode {
  nodeId: string;
  /** Digest of the settings. It differs if a deploy changes the node. */
  digest: string;
}

export interface SequenceStep {
  /** Sent when the step begins; empty for a pause. */
  members: Members;
  /** In ms; the minimum if `maxDuration` is set. */
  duration: number;
  /** In ms. Each time, the step lasts a random time from `duration` to `maxDuration`. */
  maxDuration?: number;
}

/** An update that is sent when its lamp is turned on. */
export interface SendWhenTurnedOnSpecification {
  kind: 'later';
  members: Members;
}

export interface SequenceSpecification {
  kind: 'sequence' | 'alert';
  steps: readonly SequenceStep[];
  /** Number of rounds; null for an endless sequence. */
  rounds: number | null;
  /** Maximum duration of the sequence in ms; missing if only the rounds limit it. */
  longest?: number;
  /** Seed of the random order of the steps in each round; null for the given order. */
  seed: number | null;
  /** Seed of the random lengths of steps; missing if all lengths are fixed. */
  lengthSeed?: number;
  /** The lamps before the sequence, to be restored at its end; missing if the lamps are not restored. */
  before?: readonly Resource[];
}

export interface FadeEndpoint {
  /** In percent; 0 is off. Missing if the fade does not change it. */
  brightness?: number;
  mirek?: number;
  xy?: Xy;
}

/** Restores lamps after the end of a program, or after a message was answered. */
export interface RestoreSpecification {
  kind: 'restore';
  before: readonly Resource[];
  /** The steps that the lamps may still show; empty if unknown. */
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

/** Follows the day for a node. The node starts it again after a restart. */
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

/** A program as plain JSON, so that it can continue after a restart. */
export interface StoredProgram {
  readonly target: ProgramTarget;
  /**
   * Ids of the lamps: those of the target at the start, without those removed since. Lamps that join the target later
   * are not included.
   */
  readonly lamps: readonly string[];
  readonly properties: readonly LampProperty[];
  readonly content: ProgramSpecification;
  /** System time, in ms since the epoch. */
  readonly startedAt: number;
  /** System time of the last storing, in ms since the epoch. */
  readonly keptAt?: number;
  readonly starter?: ProgramStarterNode;
  /**
   * True if its lamps may show it: after the first request, or after the first accepted request if their earlier
   * states are unknown.
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
