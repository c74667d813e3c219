import { lacksAbility } from './lamp-abilities';
import type { LampAbilityName } from './lamp-abilities';
import type { LampColorContext } from './lamp-colors';
import type { CommandWarning, ParseResult } from '../parsing/parse-result';
import type { ProblemText } from '../../resources/validation/problem-texts';
import type { Members, Resource } from '../../resources';

/** Resource type of a light command: a lamp, or a group as one. */
export type LightResourceType = 'light' | 'grouped_light';

export interface LightCommandTarget {
  readonly kind: LightResourceType;
  readonly lamp: Resource | undefined;
}

/** Context of a light property; `at` is the path of its value, such as `payload.brightness`. */
export interface LightCommandPropertyContext extends LampColorContext {
  /** True if the state in `lamp` may be outdated; its abilities stay valid. */
  isOutdated: boolean;
  kind: LightResourceType;
  /** On or off from another member of the message; undefined if not given. */
  on: boolean | undefined;
  command: Members;
  brightnessLimits?: BrightnessLimits | undefined;
  /** Time for `"auto"`; the system time if missing. */
  now?: Date | undefined;
  /** Last direction of dimming; undefined if unknown. */
  lastDimDirection?: 'up' | 'down' | undefined;
}

/** Bounds of the brightness, in percent. */
export interface BrightnessLimits {
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface CommandBodyFragment {
  body: Record<string, unknown>;
  warnings?: readonly CommandWarning[];
  /** Sent unless another property sets them. */
  defaults?: Record<string, unknown>;
  /** True for a member of the service's own body, which is sent unchanged. */
  isServiceMember?: boolean;
  /** True if the change is visible only while the lamp is on. */
  turnsOn?: boolean;
}

interface MissingLampAbility {
  lacking: LampAbilityName;
}

export type LightPropertyResult = ParseResult<CommandBodyFragment | MissingLampAbility>;

/** Handler of one property of a light command (docs/light-words.md). */
export interface LightCommandProperty {
  /** Groups take the property as a whole, per lamp, or not at all. */
  groupSupport: 'whole' | 'members' | 'none';
  /** Returns true for the service's own member of the same name. */
  isServiceValue?(value: unknown): boolean;
  parse(value: unknown, context: LightCommandPropertyContext): LightPropertyResult;
}

/** Properties by their word. */
export type LightCommandProperties = Readonly<Record<string, LightCommandProperty>>;

export interface LightCommandDraft {
  body: Record<string, unknown>;
  readonly warnings: CommandWarning[];
  /** Properties by the aspect that they set, to detect conflicts. */
  readonly sourceByAspect: Map<string, LightCommandMember>;
  /** Problems for properties that this lamp does not support. */
  readonly lacking: { path: string; expected: ProblemText; received: unknown }[];
  /** Sent unless another property sets them. */
  defaults: Members | undefined;
  /** True if a change is visible only while the lamp is on. */
  turnsOn: boolean;
}

export interface LightCommandMember {
  name: string;
  isServiceMember: boolean;
}

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

const litAppearanceMembers = [
  'dimming',
  'color',
  'color_temperature',
  'gradient',
  'effects',
  'effects_v2',
] as const;

/** Members of an update that set the appearance of a lamp. */
export const lampAppearanceMembers = ['on', ...litAppearanceMembers] as const;

/** Members of an update that show only while a lamp is on. */
export const litLampMembers = [...litAppearanceMembers, 'timed_effects'] as const;

/** Returns true if the command is for one lamp, which is known to lack the ability. */
export const isUnsupportedByLamp = (
  { lamp, kind }: LightCommandPropertyContext,
  ability: LampAbilityName,
): boolean => kind === 'light' && lacksAbility(lamp, ability);
