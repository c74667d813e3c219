import type { Resource } from '../resources/resource';
import type { Members } from '../resources/members';
import type { Xy } from '../units/color';
import type { LightResourceType, LightCommandOptions } from '../vocabulary/light/command';
import type { CommandWarning } from '../vocabulary/parse-result';

/**
 * What runs on lamps after the answer to its message: its lamps, what it sends, and when it started. Plain JSON, so
 * that it can continue after a restart.
 */
export interface Program {
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

/** What the words of a program are parsed with. */
export interface ProgramParsingContext extends LightCommandOptions {
  /** For example `payload`. */
  at: string;
  lamp: Resource | undefined;
  kind: LightResourceType;
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

export const listStatesBeforeProgram = ({ content }: Program): readonly Resource[] =>
  ('before' in content ? content.before : undefined) ?? [];

/** Replaces the states that a program restores. A program without any stays. */
export const withStatesBefore = (
  program: Program,
  toState: (lamp: Resource) => Resource,
): Program => {
  const { content } = program;
  return 'before' in content && content.before !== undefined
    ? { ...program, content: { ...content, before: content.before.map(toState) } }
    : program;
};

export function withLamps(program: Program, lamps: readonly string[]): Program {
  const { content } = program;
  if (!('before' in content) || content.before === undefined) return { ...program, lamps };
  const before = content.before.filter(({ id }) => lamps.includes(id));
  return { ...program, lamps, content: { ...content, before } };
}

/** Returns the program that restores lamps to their state before another program; undefined if no state is stored. */
export function toRestoreProgram(
  program: Program,
  lamps: readonly string[],
  now: number,
): Program | undefined {
  const { content } = program;
  if (content.kind !== 'sequence' && content.kind !== 'alert') return undefined;
  const before = (content.before ?? []).filter(({ id }) => lamps.includes(id));
  if (before.length === 0 || program.hasBegun !== true) return undefined;
  return {
    ...program,
    lamps: before.map(({ id }) => id),
    content: { kind: 'restore', before, steps: content.steps },
    startedAt: now,
  };
}

/** In ms since the epoch. At an earlier time, the clock of the machine is not set. */
const earliestSetTime = Date.UTC(2025, 0, 1);

/**
 * Returns ms. The time since the storing is included, unless the clock was not set at the start or is behind the time
 * of storing.
 *
 * @param now system time, in ms since the epoch
 */
export function getElapsedAfterRestart(
  { startedAt, keptAt = startedAt }: Program,
  now: number,
): number {
  const known = Math.max(0, keptAt - startedAt);
  return startedAt < earliestSetTime || now < keptAt ? known : now - startedAt;
}
