import type { Resource } from '../../resources';
import type { Result } from '../result';

/** What is commanded: one lamp, or the lamps of a room, zone or home as one. */
export type LightKind = 'light' | 'grouped_light';

/** What a word is read against. */
export interface WordContext {
  /** Path of the value for problems, such as `payload.brightness`. */
  at: string;
  /** Last known state of the lamp; undefined when nothing is known of it. */
  lamp: Resource | undefined;
  kind: LightKind;
  /** What the message says about on and off beside this word; undefined when nothing. */
  on: boolean | undefined;
}

/** What a word adds to the body. */
export interface Part {
  body: Record<string, unknown>;
  warnings?: readonly string[];
  /** Members that are sent unless another word gives them. */
  usual?: Record<string, unknown>;
  /** True for a member of the service's own body, taken as it is. */
  isService?: boolean;
  /** True when a lamp that is off must come on for it to be seen. */
  turnsOn?: boolean;
}

/** A wish that this lamp cannot fulfil, as what would be needed: "a lamp that shows colours". */
export interface Lacking {
  lacking: string;
}

export type Reading = Result<Part | Lacking>;

/** One word of the plain vocabulary. */
export interface LightWord {
  /** True when groups of lamps understand what it becomes. */
  forGroups: boolean;
  /** True for a value that is the service's own member of the same name. */
  isServiceForm?(value: unknown): boolean;
  read(value: unknown, context: WordContext): Reading;
}

/**
 * True for a lamp that is known and has none of the members that the bridge gives to able ones. An
 * event may bring a part of a lamp before it is read whole; a part says nothing of what is missing.
 */
export function lacks({ lamp, kind }: WordContext, ...names: readonly string[]): boolean {
  const isWhole = kind === 'light' && lamp?.['metadata'] !== undefined;
  return isWhole && names.every((name) => lamp[name] === undefined);
}
