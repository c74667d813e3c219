import type { LampColorContext } from './lamp-colors';
import type { CommandProblem, ParseResult } from '../parsing/parse-result';

/** Resource type of a light command: one lamp, or the lamps of a room, zone or home as a group. */
export type LightResourceType = 'light' | 'grouped_light';

/** Context in which a light property is parsed; its path is that of the value, such as `payload.brightness`. */
export interface LightCommandPropertyContext extends LampColorContext {
  /** True when the colour temperature that the lamp shows may be another by now. */
  isOutdated: boolean;
  kind: LightResourceType;
  /** On or off as given elsewhere in the message; undefined when it is not given. */
  on: boolean | undefined;
  /** All properties of the message. */
  command: Readonly<Record<string, unknown>>;
  brightnessLimits: BrightnessLimits | undefined;
  /** The present time, for `"auto"`; that of the system when it is missing. */
  now?: Date | undefined;
  /** Direction in which the lamp was dimmed last; undefined where that is not known. */
  lastDimDirection: 'up' | 'down' | undefined;
}

/** Lowest and highest brightness that may be set, in percent. */
export interface BrightnessLimits {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Members that a property adds to the body. */
export interface CommandBodyFragment {
  body: Record<string, unknown>;
  warnings?: readonly string[];
  /** Members that are sent unless another property sets them. */
  defaults?: Record<string, unknown>;
  /** True for a member of the service's own body, taken as it is. */
  isServiceMember?: boolean;
  /** True when the change is visible only while the lamp is on. */
  turnsOn?: boolean;
}

/** A capability that this lamp does not have, such as "a lamp that shows colours". */
export interface MissingLampCapability {
  lacking: string;
}

export type LightPropertyResult = ParseResult<CommandBodyFragment | MissingLampCapability>;

/** Handler of one property of a light command (docs/light-words.md). */
export interface LightCommandProperty {
  /**
   * Who takes it of a group: the grouped light itself as a whole, each of its lamps that can, or nobody where it is about
   * one lamp, such as its name.
   */
  groupSupport: 'whole' | 'members' | 'none';
  /** True for a value that is the service's own member of the same name. */
  isServiceValue?(value: unknown): boolean;
  parse(value: unknown, context: LightCommandPropertyContext): LightPropertyResult;
}

/** A light command under construction, with the property that each part of its body comes from. */
export interface LightCommandDraft {
  body: Record<string, unknown>;
  readonly warnings: string[];
  /** Properties by the aspect of the lamp they set, to detect conflicts. */
  readonly sourceByAspect: Map<string, LightCommandMember>;
  /** Properties that this lamp does not support, as problems. */
  readonly lacking: CommandProblem[];
  /** Members that are sent unless another property sets them. */
  defaults: Readonly<Record<string, unknown>> | undefined;
  /** True when a change is visible only while the lamp is on. */
  turnsOn: boolean;
}

/** A member of the message: a light property, or a member of the service's own body. */
export interface LightCommandMember {
  name: string;
  isServiceMember: boolean;
}

/** Aspect of the lamp by member, for members that share one. */
export const lampAspectByMember: ReadonlyMap<string, string> = new Map([
  ['dimming', 'brightness'],
  ['dimming_delta', 'brightness'],
  ['color', 'color'],
  ['color_temperature', 'color'],
  ['color_temperature_delta', 'color'],
  ['gradient', 'color'],
  ['effects', 'effect'],
  ['effects_v2', 'effect'],
]);

/** Members of an update that say what a lamp shows, whatever it showed before. */
export const lampAppearanceMembers = [
  'on',
  'dimming',
  'color',
  'color_temperature',
  'gradient',
  'effects',
  'effects_v2',
] as const;

/**
 * True when the state of the lamp is complete and has none of the members. Before the first full read
 * an event may have left a partial state (no `metadata`), which does not show what is missing.
 */
export function isUnsupportedByLamp(
  { lamp, kind }: LightCommandPropertyContext,
  ...members: readonly string[]
): boolean {
  const isWhole = kind === 'light' && lamp?.['metadata'] !== undefined;
  return isWhole && members.every((name) => lamp[name] === undefined);
}
