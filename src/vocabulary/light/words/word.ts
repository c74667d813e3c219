import { lacksAbility } from '../abilities';
import type { LampAbilityName } from '../abilities';
import type { CommandWarning, ParseResult } from '../../parse-result';
import type { Members } from '../../../resources/members';
import type { Resource } from '../../../resources/resource';
import type { ColorSpace } from '../../../units/color';

export type LightResourceType = 'light' | 'grouped_light';

/** Where a message in another format has the member that asked for a word, such as `payload.brightness_move`. */
export type WordPaths = ReadonlyMap<string, string>;

export interface LightCommandTarget {
  readonly kind: LightResourceType;
  readonly lamp: Resource | undefined;
}

export interface LampColorContext {
  at: string;
  lamp: Resource | undefined;
  /** The lamp's own colours if missing. */
  colorSpace?: ColorSpace | undefined;
  /** Missing for a lamp. */
  findGroupLamps?: (() => readonly Resource[]) | undefined;
}

/** `at` is the path of the value, such as `payload.brightness`. */
export interface LightWordContext extends LampColorContext {
  /** True if the state in `lamp` may be outdated; its abilities stay valid. */
  isOutdated: boolean;
  kind: LightResourceType;
  /** From another member of the message; undefined if not given. */
  on: boolean | undefined;
  command: Members;
  brightnessLimits?: BrightnessLimits | undefined;
  /** For `"auto"`; the system time if missing. */
  now?: Date | undefined;
  /** Undefined if unknown. */
  lastDimDirection?: 'up' | 'down' | undefined;
}

/** In percent. */
export interface BrightnessLimits {
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface CommandBodyFragment {
  body: Record<string, unknown>;
  warnings?: readonly CommandWarning[];
  /** Sent unless another word sets them. */
  defaults?: Record<string, unknown>;
  /** A member of the service's own body, sent unchanged. */
  isServiceMember?: boolean;
  /** Only visible while the lamp is on. */
  turnsOn?: boolean;
}

interface MissingLampAbility {
  lacking: LampAbilityName;
}

export type LightWordResult = ParseResult<CommandBodyFragment | MissingLampAbility>;

/** See docs/light-words.md. */
export interface LightWord {
  /** As a whole, per lamp, or not at all. */
  groupSupport: 'whole' | 'members' | 'none';
  /** True for the service's own member of the same name. */
  isServiceValue?(value: unknown): boolean;
  parse(value: unknown, context: LightWordContext): LightWordResult;
}

/** By their word. */
export type LightWords = Readonly<Record<string, LightWord>>;

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

export const lampAppearanceMembers = ['on', ...litAppearanceMembers] as const;

/** These show only while a lamp is on. */
export const litLampMembers = [...litAppearanceMembers, 'timed_effects'] as const;

/** True for a command for one lamp that is known to lack the ability. */
export const isUnsupportedByLamp = (
  { lamp, kind }: LightWordContext,
  ability: LampAbilityName,
): boolean => kind === 'light' && lacksAbility(lamp, ability);

/** Words of a group set the same of a lamp: a message gives one of them, and the dialog replaces all of them. */
export const lightWordGroups = {
  on: ['on', 'toggle', 'turnOn'],
  brightness: ['brightness', 'dim'],
  color: [
    'color',
    'hex',
    'rgb',
    'hsv',
    'xy',
    'kelvin',
    'mirek',
    'hue',
    'saturation',
    'mix',
    'gradient',
    'effect',
    'timedEffect',
    'sunrise',
    'sunset',
  ],
} as const;
