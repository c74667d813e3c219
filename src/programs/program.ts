import type { Resource } from '../resources';
import type { Xy } from '../units/light-color';
import type { LightResourceType } from '../vocabulary';

/** What of a lamp a program sets. At most one program sets a property of a lamp at a time. */
export type LampProperty = 'power' | 'brightness' | 'color';

/** Members of the body of an update. */
export type UpdateMembers = Readonly<Record<string, unknown>>;

/** The node that began a program. */
export interface ProgramStarterNode {
  nodeId: string;
  /** Differs when a deploy changes the node. */
  digest: string;
}

/** One step of a sequence. */
export interface SequenceStep {
  /** Sent when the step begins; none for a pause. */
  members: UpdateMembers;
  /** How long it lasts, in ms. */
  duration: number;
}

/** Waits until its lamp comes on, and is sent then. */
export interface SendWhenTurnedOnSpecification {
  kind: 'later';
  members: UpdateMembers;
}

/** Steps, one after the other. */
export interface SequenceSpecification {
  kind: 'sequence' | 'alert';
  steps: readonly SequenceStep[];
  /** Number of rounds; null for one that goes on until it is ended. */
  rounds: number | null;
  /** Ends the sequence after this time, in ms, in whatever round it is; missing where only its rounds do. */
  longest?: number;
  /** Start of the random numbers that order the steps anew in each round; null for steps in their order. */
  seed: number | null;
  /** The lamps before, to which they return in the end; missing where they stay as they are then. */
  before?: readonly Resource[];
}

/** What a lamp or a group shows at one end of a fade. */
export interface FadeEndpoint {
  /** In percent; 0 is off. Missing where the fade leaves it. */
  brightness?: number;
  mirek?: number;
  xy?: Xy;
}

/** Brings lamps back to what they were: what is left of a program after its end, or of a message after it was answered. */
export interface RestoreSpecification {
  kind: 'restore';
  before: readonly Resource[];
  /** The steps that the lamps may still show; empty where that is not known. */
  steps: readonly SequenceStep[];
}

/** A transition that takes longer than a bridge takes in one go. */
export interface FadeSpecification {
  kind: 'fade';
  from: FadeEndpoint;
  to: FadeEndpoint;
  /** In ms. */
  duration: number;
}

/** Follows the day for a node, which starts it anew after a restart. */
export interface DaylightSpecification {
  kind: 'daylight';
  node: DaylightNodeReference;
}

/** The daylight node that lamps follow. */
export interface DaylightNodeReference {
  readonly id: string;
  /** As people have named it; missing where they have not. */
  readonly name?: string | undefined;
}

export type ProgramSpecification =
  | SendWhenTurnedOnSpecification
  | SequenceSpecification
  | RestoreSpecification
  | FadeSpecification
  | DaylightSpecification;

/** The lamp or the group that a program sets. */
export interface ProgramTarget {
  rid: string;
  rtype: LightResourceType;
}

/** What is kept of a program: plain JSON, so that it can be taken up again after a restart. */
export interface StoredProgram {
  readonly target: ProgramTarget;
  /**
   * Ids of the lamps that it sets: those that its target had when it began, less those that were taken out of it. A lamp
   * that joins the target later does not belong to it.
   */
  readonly lamps: readonly string[];
  readonly properties: readonly LampProperty[];
  readonly content: ProgramSpecification;
  /** System time, in ms since the epoch. */
  readonly startedAt: number;
  /** System time at which it was last kept for a restart, in ms since the epoch. */
  readonly keptAt?: number;
  readonly origin?: ProgramStarterNode;
  /** True once its lamps may show it: after its first request, or once one was taken where their state before is not known. */
  readonly hasBegun?: boolean;
}

/** What a command asks to run, before it is known on which lamps and since when. */
export interface ParsedProgram {
  properties: readonly LampProperty[];
  content: ProgramSpecification;
  /** As those of a plain command. */
  warnings: readonly string[];
}
