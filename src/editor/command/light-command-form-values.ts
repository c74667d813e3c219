import { isObject, parseJsonOrUndefined } from '../../resources/values/member-access';
import { rgbToHex } from '../../units/light-color';
import { parseColorTextToRgb } from '../../vocabulary/parsing/parse-color';

/** What a command does with the power of a lamp; `keep` where it does not say. */
export type PowerFormValue =
  | 'on'
  | 'off'
  | 'toggle'
  | 'up'
  | 'down'
  | 'stop'
  | 'later'
  | 'play'
  | 'alert'
  | 'keep';

/** What a command does with the light of a lamp; `keep` where it does not say. */
export type ColorModeFormValue = 'white' | 'color' | 'effect' | 'keep';

/** A field of the dialog that somebody changed. */
export type ChangedFormField = 'power' | 'brightness' | 'light' | 'alert';

/** How a lamp blinks, to be noticed. */
export interface AlertFormValues {
  /** A time such as `5s`; empty for one breath. */
  duration: string;
  /** `#rrggbb`; undefined for the present colour of the lamp. */
  color: string | undefined;
}

/** A light command as the fields of the dialog show it. */
export interface LightCommandFormValues {
  power: PowerFormValue;
  /** Percent; undefined where the command does not say, or in other words. */
  brightness: number | undefined;
  light: ColorModeFormValue;
  kelvin: number;
  /** `#rrggbb` */
  color: string;
  effect: string;
  /** Name of a sequence; empty where the command plays none. */
  sequence: string;
  alert: AlertFormValues;
}

type Words = Readonly<Record<string, unknown>>;

/** Words about the light of a lamp, which a choice replaces. */
const lightWords: ReadonlySet<string> = new Set([
  'kelvin',
  'mirek',
  'color',
  'effect',
  'timedEffect',
  'gradient',
  'hue',
  'saturation',
]);
const powerWords: ReadonlySet<string> = new Set(['on', 'toggle', 'dim', 'turnOn', 'play', 'alert']);
/** Words that only a sequence has. */
const sequenceWords: ReadonlySet<string> = new Set(['repeat', 'for', 'random', 'restore']);
const dimDirections: ReadonlySet<unknown> = new Set(['up', 'down', 'stop']);

/** Brightness that is offered where a command sets none, in percent. */
export const defaultBrightness = 50;
const usualKelvin = 2_700;
const usualColor = '#ff8800';
const usualAlert: AlertFormValues = { duration: '5s', color: undefined };
/** How long a lamp blinks where an object gives a colour alone. */
const alertDurationOfColor = '10s';

/**
 * Reads a command for the fields of the dialog.
 *
 * @param text command as JSON
 * @returns undefined for what is no JSON, and for JSON that the fields cannot show
 */
export function parseLightCommandToFormValues(text: string): LightCommandFormValues | undefined {
  const words = parseWords(text);
  if (words === undefined || isObject(words['play']) || Array.isArray(words['play']))
    return undefined;
  const alert = parseAlertFormValues(words['alert']);
  if (alert === undefined) return undefined;
  const { brightness, kelvin, color, effect, play } = words;
  const rgb = typeof color === 'string' ? parseColorTextToRgb(color) : undefined;
  return {
    power: toPowerChoice(words),
    brightness: typeof brightness === 'number' ? brightness : undefined,
    light:
      typeof effect === 'string'
        ? 'effect'
        : typeof kelvin === 'number'
          ? 'white'
          : rgb === undefined
            ? 'keep'
            : 'color',
    kelvin: typeof kelvin === 'number' ? kelvin : usualKelvin,
    color: rgb === undefined ? usualColor : rgbToHex(rgb),
    effect: typeof effect === 'string' ? effect : '',
    sequence: typeof play === 'string' ? play : '',
    alert,
  };
}

/**
 * Writes what was chosen into a command. Words that the fields do not show stay.
 *
 * @param text command so far, as JSON
 * @param choices what was chosen
 * @param changed the field that was changed; the words of the others stay as they are
 */
export function updateLightCommandFromForm(
  text: string,
  choices: LightCommandFormValues,
  changed: ChangedFormField,
): string {
  const words = { ...parseWords(text) };
  if (changed === 'power') {
    replaceWords(words, powerWords, toPowerWords(choices));
    if (choices.power !== 'play') replaceWords(words, sequenceWords, {});
    if (!doesPowerAllowLightValues(choices.power))
      replaceWords(words, new Set([...lightWords, 'brightness']), {});
    // Alone, it would have nothing to do later.
    const isAlone = choices.power === 'later' && Object.keys(words).length === 1;
    if (isAlone) words['brightness'] = defaultBrightness;
  }
  if (changed === 'brightness') {
    const { brightness } = choices;
    replaceWords(words, new Set(['brightness']), brightness === undefined ? {} : { brightness });
  }
  if (changed === 'alert') replaceWords(words, new Set(['alert']), toAlertWords(choices.alert));
  if (changed === 'light') replaceWords(words, lightWords, toLightWords(choices));
  return JSON.stringify(words);
}

/** True where a brightness, a white, a colour or an effect can go along. */
export const doesPowerAllowLightValues = (power: PowerFormValue): boolean =>
  ['on', 'toggle', 'later', 'keep'].includes(power);

/** The words of a command; of a single value, those that it stands for. */
function parseWords(text: string): Words | undefined {
  const value = parseJsonOrUndefined(text);
  if (isObject(value)) return value;
  if (typeof value === 'boolean') return { on: value };
  if (typeof value === 'number') return { brightness: value };
  return value === 'toggle' ? { toggle: true } : undefined;
}

/** @returns undefined for what the fields cannot show */
function parseAlertFormValues(value: unknown): AlertFormValues | undefined {
  if (value === undefined) return usualAlert;
  if (value === true || value === 'breathe') return { duration: '', color: undefined };
  if (typeof value === 'string') return { duration: value, color: undefined };
  if (!isObject(value)) return undefined;
  const { duration = alertDurationOfColor, color, ...others } = value;
  const rgb = typeof color === 'string' ? parseColorTextToRgb(color) : undefined;
  const isShown = typeof duration === 'string' && (color === undefined || rgb !== undefined);
  if (!isShown || Object.keys(others).length > 0) return undefined;
  return { duration, color: rgb === undefined ? undefined : rgbToHex(rgb) };
}

function toAlertWords({ duration, color }: AlertFormValues): Words {
  if (duration === '') return { alert: true };
  return { alert: color === undefined ? duration : { duration, color } };
}

function toPowerChoice({ on, toggle, dim, turnOn, play, alert }: Words): PowerFormValue {
  if (play !== undefined) return 'play';
  if (alert !== undefined) return 'alert';
  if (turnOn === 'later') return 'later';
  if (dim === 'up' || dim === 'down' || dim === 'stop') return dim;
  if (toggle === true || on === 'toggle') return 'toggle';
  return typeof on === 'boolean' ? (on ? 'on' : 'off') : 'keep';
}

function toPowerWords({ power, sequence, alert }: LightCommandFormValues): Words {
  if (power === 'play') return { play: sequence };
  if (power === 'alert') return toAlertWords(alert);
  if (power === 'later') return { turnOn: 'later' };
  if (power === 'keep') return {};
  if (power === 'toggle') return { toggle: true };
  return dimDirections.has(power) ? { dim: power } : { on: power === 'on' };
}

function toLightWords({ light, kelvin, color, effect }: LightCommandFormValues): Words {
  const words: Record<ColorModeFormValue, Words> = {
    white: { kelvin },
    color: { color },
    effect: { effect },
    keep: {},
  };
  return words[light];
}

function replaceWords(
  words: Record<string, unknown>,
  removed: ReadonlySet<string>,
  added: Words,
): void {
  for (const name of Object.keys(words)) if (removed.has(name)) delete words[name];
  Object.assign(words, added);
}
