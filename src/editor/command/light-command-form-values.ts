import { isObject, parseJsonOrUndefined } from '../../resources/members';
import type { Members } from '../../resources/members';
import { rgbToHex } from '../../units/color';
import { lightWordGroups } from '../../vocabulary/light/words/word';
import { parseColorTextToRgb } from '../../vocabulary/color';
import { formatParsableDuration, parseDuration } from '../../units/duration';

/** `keep` if the command has no power. */
export const powerChoices = [
  'on',
  'off',
  'toggle',
  'up',
  'down',
  'turn',
  'stop',
  'play',
  'steps',
  'alert',
  'later',
  'save',
  'restore',
  'keep',
] as const;
export type PowerFormValue = (typeof powerChoices)[number];

/** `keep` if the command has no light. */
export const lightChoices = ['keep', 'white', 'color', 'effect'] as const;
type ColorModeFormValue = (typeof lightChoices)[number];

export type ChangedFormField =
  | 'power'
  | 'sequence'
  | 'steps'
  | 'stateName'
  | 'brightness'
  | 'light'
  | 'alert'
  | 'afterwards';

export interface AlertFormValues {
  /** Such as `5s`; empty for a single breath. */
  duration: string;
  /** `#rrggbb`; undefined for the lamp's current colour. */
  color: string | undefined;
}

export interface LightCommandFormValues {
  power: PowerFormValue;
  /** Percent; undefined without an absolute brightness. */
  brightness: number | undefined;
  light: ColorModeFormValue;
  kelvin: number;
  /** `#rrggbb` */
  color: string;
  effect: string;
  sequence: NamedSequenceFormValues;
  /** Of a command that lists its steps. */
  steps: SequenceFormValues;
  /** Name of a saved state. */
  stateName: string;
  alert: AlertFormValues;
  /** The lamps return to their earlier state after the blinking or the named sequence. */
  restores: boolean;
}

const lightWords: ReadonlySet<string> = new Set(lightWordGroups.color);
const brightnessWords: ReadonlySet<string> = new Set(lightWordGroups.brightness);
const powerWords: ReadonlySet<string> = new Set([
  ...lightWordGroups.on,
  'dim',
  'play',
  'alert',
  'save',
]);
const sequenceWords: ReadonlySet<string> = new Set(['repeat', 'for', 'random', 'restore']);
/** Words that end a sequence with a name. */
const limitWords: ReadonlySet<string> = new Set(['repeat', 'for']);
const noSequence: NamedSequenceFormValues = { name: '', rounds: undefined, duration: '' };
const isNamed = ({ play }: Members): boolean => typeof play === 'string';
const dimDirections = ['up', 'down', 'turn', 'stop'] as const;
const usualStateName = 'before';

/** Percent, if a command sets no brightness. */
export const usualBrightness = 50;
const usualKelvin = 2_700;
const usualColor = '#ff8800';
const usualAlert: AlertFormValues = { duration: '5s', color: undefined };
/** For an alert that has only a colour. */
const alertDurationOfColor = '10s';

/**
 * @param text command as JSON
 * @returns undefined for JSON that the fields cannot show
 */
export function parseLightCommandToFormValues(text: string): LightCommandFormValues | undefined {
  const words = parseCommandWords(text);
  if (words === undefined || isObject(words['play'])) return undefined;
  const steps = Array.isArray(words['play']) ? parseSequenceFormValues(words) : usualSequence;
  const sequence = isNamed(words) ? parseNamedSequenceFormValues(words) : noSequence;
  if (steps === undefined || sequence === undefined) return undefined;
  const alert = parseAlertFormValues(words['alert']);
  if (alert === undefined) return undefined;
  const { brightness, kelvin, color, effect, save, restore } = words;
  const stateName = save ?? restore;
  const rgb = typeof color === 'string' ? parseColorTextToRgb(color) : undefined;
  return {
    power: toPowerChoice(words),
    brightness: typeof brightness === 'number' ? brightness : undefined,
    light: toColorMode(words),
    kelvin: typeof kelvin === 'number' ? kelvin : usualKelvin,
    color: rgb === undefined ? usualColor : rgbToHex(rgb),
    effect: typeof effect === 'string' ? effect : '',
    sequence,
    steps,
    stateName: typeof stateName === 'string' ? stateName : usualStateName,
    alert,
    restores: restore === true,
  };
}

/**
 * Keeps words that the fields do not show.
 *
 * @param text current command, as JSON
 * @param changed the words of other fields stay
 */
export function updateLightCommandFromForm(
  text: string,
  choices: LightCommandFormValues,
  changed: ChangedFormField,
): string {
  const words = { ...parseCommandWords(text) };
  if (changed === 'steps' || (changed === 'power' && choices.power === 'steps'))
    return JSON.stringify(toSequenceWords(choices.steps));
  if (changed === 'power') replacePowerWords(words, choices);
  if (changed === 'sequence')
    replaceWords(words, limitWords, toNamedSequenceLimits(choices.sequence));
  if (changed === 'stateName') Object.assign(words, toPowerWords(choices));
  if (changed === 'brightness') {
    const { brightness } = choices;
    replaceWords(words, brightnessWords, brightness === undefined ? {} : { brightness });
  }
  if (changed === 'alert') replaceWords(words, new Set(['alert']), toAlertWords(choices.alert));
  if (changed === 'afterwards')
    replaceWords(words, new Set(['restore']), choices.restores ? { restore: true } : {});
  if (changed === 'light') replaceWords(words, lightWords, toLightWords(choices));
  return JSON.stringify(words);
}

function replacePowerWords(words: Record<string, unknown>, choices: LightCommandFormValues): void {
  const { power } = choices;
  // The name of a saved state has no meaning beside other words.
  if (typeof words['restore'] === 'string') delete words['restore'];
  const isState = power === 'save' || power === 'restore';
  if (power !== 'play') replaceWords(words, sequenceWords, {});
  const names = Object.keys(words);
  // A saved state allows one other word: the transition of a restore.
  const replaced = isState
    ? new Set(names.filter((name) => power === 'save' || name !== 'transition'))
    : powerWords;
  replaceWords(words, replaced, toPowerWords(choices));
  if (!doesPowerAllowLightValues(choices.power))
    replaceWords(words, new Set([...lightWords, 'brightness']), {});
  // Alone, `turnOn: "later"` would have nothing to do later.
  const isAlone = choices.power === 'later' && Object.keys(words).length === 1;
  if (isAlone) words['brightness'] = usualBrightness;
}

export const doesPowerAllowLightValues = (power: PowerFormValue): boolean =>
  ['on', 'toggle', 'later', 'keep'].includes(power);

/** Converts a single value to words. */
function parseCommandWords(text: string): Members | undefined {
  const value = parseJsonOrUndefined(text);
  if (isObject(value)) return value;
  if (typeof value === 'boolean') return { on: value };
  if (typeof value === 'number') return { brightness: value };
  return value === 'toggle' ? { toggle: true } : undefined;
}

/** Returns undefined for values that the fields cannot show. */
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

function toAlertWords({ duration, color }: AlertFormValues): Members {
  if (duration === '') return { alert: true };
  return { alert: color === undefined ? duration : { duration, color } };
}

function toColorMode({ effect, kelvin, color }: Members): ColorModeFormValue {
  if (typeof effect === 'string') return 'effect';
  if (typeof kelvin === 'number') return 'white';
  const isColor = typeof color === 'string' && parseColorTextToRgb(color) !== undefined;
  return isColor ? 'color' : 'keep';
}

function toPowerChoice(words: Members): PowerFormValue {
  const { on, toggle, dim, turnOn, play, alert, save, restore } = words;
  if (save !== undefined) return 'save';
  if (typeof restore === 'string') return 'restore';
  if (play !== undefined) return Array.isArray(play) ? 'steps' : 'play';
  if (alert !== undefined) return 'alert';
  if (turnOn === 'later') return 'later';
  const direction = dimDirections.find((one) => one === dim);
  if (direction !== undefined) return direction;
  if (toggle === true || on === 'toggle') return 'toggle';
  return typeof on === 'boolean' ? (on ? 'on' : 'off') : 'keep';
}

function toPowerWords({
  power,
  sequence,
  steps,
  stateName,
  alert,
}: LightCommandFormValues): Members {
  if (power === 'save' || power === 'restore') return { [power]: stateName };
  if (power === 'play') return { play: sequence.name };
  if (power === 'steps') return toSequenceWords(steps);
  if (power === 'alert') return toAlertWords(alert);
  if (power === 'later') return { turnOn: 'later' };
  if (power === 'keep') return {};
  if (power === 'toggle') return { toggle: true };
  return dimDirections.some((direction) => direction === power)
    ? { dim: power }
    : { on: power === 'on' };
}

function toLightWords({ light, kelvin, color, effect }: LightCommandFormValues): Members {
  const words: Record<ColorModeFormValue, Members> = {
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
  added: Members,
): void {
  for (const name of Object.keys(words)) if (removed.has(name)) delete words[name];
  Object.assign(words, added);
}

/**
 * Writes choices into a command. A choice such as "off" removes the light values; the next choice that allows light
 * values restores them.
 */
export class CommandJsonWriter {
  #written: string | undefined;
  /** Undefined after an edit by hand. */
  #withLight: string | undefined;

  /** See `updateLightCommandFromForm`. */
  write(text: string, choices: LightCommandFormValues, changed: ChangedFormField): string {
    if (text !== this.#written) this.#withLight = undefined;
    const power = parseLightCommandToFormValues(text)?.power;
    if (power !== undefined && doesPowerAllowLightValues(power)) this.#withLight = text;
    const base = doesPowerAllowLightValues(choices.power) ? (this.#withLight ?? text) : text;
    this.#written = updateLightCommandFromForm(base, choices, changed);
    return this.#written;
  }
}

/** `pause` changes nothing. */
export const stepKinds = ['on', 'white', 'color', 'off', 'pause'] as const;

export interface SequenceStepFormValues {
  /** One of `stepKinds`. */
  look: string;
  kelvin: string;
  /** `#rrggbb` */
  color: string;
  /** Percent; empty if not set. */
  brightness: string;
  /** A time such as `5s`; the shortest if `longest` has a time. */
  duration: string;
  /** Longest random time; empty for a fixed time. */
  longest: string;
}

export interface SequenceFormValues {
  steps: readonly SequenceStepFormValues[];
  /** Infinity for endless. */
  rounds: number;
  /** The lamps return to their earlier state. */
  restores: boolean;
}

/** Such as `candle`. */
interface NamedSequenceFormValues {
  /** Empty for none. */
  name: string;
  /** Infinity for endless; undefined for the usual number. */
  rounds: number | undefined;
  /** Longest time, such as `10min`; empty for no limit. */
  duration: string;
}

export const newStep: SequenceStepFormValues = {
  look: 'on',
  kelvin: '2700',
  color: '#ff8800',
  brightness: '',
  duration: '1s',
  longest: '',
};

/** Each lamp and each plug can carry out these steps. */
export const usualSequence: SequenceFormValues = {
  steps: [newStep, { ...newStep, look: 'off' }],
  rounds: 3,
  restores: true,
};

/** Reads `{play: [...], repeat, restore}`; undefined if the rows cannot show it. */
function parseSequenceFormValues(words: Members): SequenceFormValues | undefined {
  const { play, repeat = 1, restore = false, ...others } = words;
  const rounds = parseRounds(repeat);
  if (!Array.isArray(play) || Object.keys(others).length > 0) return undefined;
  if (rounds === undefined || typeof restore !== 'boolean') return undefined;
  const steps = play.flatMap((step) => parseStep(step) ?? []);
  return steps.length === play.length ? { steps, rounds, restores: restore } : undefined;
}

/** Returns `{play: [...], repeat, restore}`. */
export function toSequenceWords({ steps, rounds, restores }: SequenceFormValues): Members {
  return {
    play: steps.map(toStepWords),
    ...(rounds === 1 ? {} : toRepeatWords(rounds)),
    ...(restores ? { restore: true } : {}),
  };
}

/** Reads `{play: "candle", repeat, for}`; undefined if the rows cannot show it. */
function parseNamedSequenceFormValues(words: Members): NamedSequenceFormValues | undefined {
  const { play, repeat, for: time } = words;
  const rounds = parseRounds(repeat);
  const duration = toTimeText(time);
  if ((repeat !== undefined && rounds === undefined) || duration === undefined) return undefined;
  return { name: typeof play === 'string' ? play : '', rounds, duration };
}

/** Returns `repeat` and `for`. */
const toNamedSequenceLimits = ({ rounds, duration }: NamedSequenceFormValues): Members => ({
  ...(rounds === undefined ? {} : toRepeatWords(rounds)),
  ...(duration === '' ? {} : { for: duration }),
});

/** Returns undefined if the rows cannot show the value. */
function parseRounds(repeat: unknown): number | undefined {
  if (repeat === true || repeat === 'forever') return Infinity;
  return typeof repeat === 'number' ? repeat : undefined;
}

const toRepeatWords = (rounds: number): Members => ({
  repeat: rounds === Infinity ? true : rounds,
});

function parseStep(value: unknown): SequenceStepFormValues | undefined {
  if (!isObject(value)) return undefined;
  const { on: _on, brightness, kelvin, color, for: time, ...others } = value;
  const times = (Array.isArray(time) ? time : [time, '']).map(toTimeText);
  const [duration, longest, ...furtherTimes] = times;
  const rgb = typeof color === 'string' ? parseColorTextToRgb(color) : undefined;
  const look = findLook(value);
  const isShown =
    look !== undefined &&
    (color === undefined || rgb !== undefined) &&
    [kelvin, brightness].every((number) => number === undefined || typeof number === 'number') &&
    Object.keys(others).length + furtherTimes.length === 0;
  if (!isShown || duration === undefined || longest === undefined) return undefined;
  return {
    look,
    kelvin: typeof kelvin === 'number' ? String(kelvin) : newStep.kelvin,
    color: rgb === undefined ? newStep.color : rgbToHex(rgb),
    brightness: typeof brightness === 'number' ? String(brightness) : '',
    duration,
    longest,
  };
}

/** Returns undefined for contradicting values. */
function findLook({ on, brightness, kelvin, color }: Members): string | undefined {
  const hasLight = kelvin !== undefined || color !== undefined;
  const setsNothing = !hasLight && brightness === undefined;
  if (on === false) return setsNothing ? 'off' : undefined;
  if ((on !== undefined && on !== true) || (kelvin !== undefined && color !== undefined))
    return undefined;
  if (hasLight) return kelvin === undefined ? 'color' : 'white';
  return setsNothing && on === undefined ? 'pause' : 'on';
}

/** Returns undefined for a value that is no time. */
function toTimeText(time: unknown): string | undefined {
  if (time === undefined) return '';
  if (typeof time === 'number') return formatParsableDuration(time);
  return typeof time === 'string' ? time : undefined;
}

function toStepWords(step: SequenceStepFormValues): Members {
  const { look, kelvin, color, brightness, duration, longest } = step;
  const light: Members =
    look === 'white' ? { kelvin: Number(kelvin) } : look === 'color' ? { color } : {};
  const isLit = look !== 'off' && look !== 'pause';
  return {
    ...(look === 'pause' ? {} : { on: isLit }),
    ...light,
    ...(isLit && brightness !== '' ? { brightness: Number(brightness) } : {}),
    for: longest === '' ? duration : [duration, longest],
  };
}

interface CommandPhrase {
  readonly key: string;
  readonly values: Record<string, string | number>;
}

/** Words that the phrase about the power describes. */
const wordsOfPower: Record<PowerFormValue, readonly string[]> = {
  on: ['on'],
  off: ['on'],
  toggle: ['toggle', 'on'],
  up: ['dim'],
  down: ['dim'],
  turn: ['dim'],
  stop: ['dim'],
  play: ['play', 'repeat', 'for'],
  steps: ['play', 'repeat'],
  alert: ['alert'],
  later: ['turnOn'],
  save: ['save'],
  restore: ['restore'],
  keep: [],
};

const wordOfLight = { white: 'kelvin', color: 'color', effect: 'effect' } as const;

/**
 * The last phrase names the words that no other phrase describes.
 *
 * @param text command as JSON
 * @returns empty for JSON that the fields cannot show, and for an empty command
 */
export function describeLightCommand(text: string): readonly CommandPhrase[] {
  const words = parseCommandWords(text);
  const choices = parseLightCommandToFormValues(text);
  if (words === undefined || choices === undefined) return [];
  const { power, light, brightness, kelvin, color, effect } = choices;
  const phrases: CommandPhrase[] = [];
  const described = new Set<string>(wordsOfPower[power]);
  if (power !== 'keep') phrases.push(describePower(choices));
  if (brightness !== undefined) {
    described.add('brightness');
    phrases.push(createPhrase('brightness', { value: brightness }));
  }
  if (light !== 'keep') {
    described.add(wordOfLight[light]);
    const value = { white: kelvin, color, effect: '' }[light];
    phrases.push(createPhrase(light, { value, name: effect.replaceAll('_', ' ') }));
  }
  if (['play', 'steps', 'alert'].includes(power) && typeof words['restore'] === 'boolean') {
    described.add('restore');
    if (words['restore']) phrases.push({ key: 'builder.afterwardsChoices.restore', values: {} });
  }
  const transition = readTransition(words['transition']);
  if (transition !== undefined) {
    described.add('transition');
    phrases.push(createPhrase('transition', { value: transition }));
  }
  const others = Object.keys(words).filter((name) => !described.has(name));
  if (others.length > 0) phrases.push(createPhrase('others', { names: others.join(', ') }));
  return phrases;
}

function describePower({ power, sequence, stateName }: LightCommandFormValues): CommandPhrase {
  switch (power) {
    case 'on':
    case 'off':
      return createPhrase(power, {});
    case 'play':
      return createPhrase(power, { name: sequence.name.replaceAll('_', ' ') });
    case 'save':
    case 'restore':
      return createPhrase(power, { name: stateName });
    default:
      return { key: `builder.powers.${power}`, values: {} };
  }
}

const createPhrase = (name: string, values: CommandPhrase['values']): CommandPhrase => ({
  key: `builder.summary.${name}`,
  values,
});

function readTransition(value: unknown): string | undefined {
  if (typeof value === 'number' && value >= 0) return formatParsableDuration(value);
  return typeof value === 'string' && parseDuration(value) !== undefined ? value : undefined;
}
