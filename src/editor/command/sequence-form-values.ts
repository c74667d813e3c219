import { isObject } from '../../resources/values/member-access';
import { formatParsableDuration } from '../../units/duration';
import { rgbToHex } from '../../units/color';
import { parseColorTextToRgb } from '../../vocabulary/color';
import type { Members } from '../../resources';

/** `pause` changes nothing. */
export const stepLooks = ['on', 'white', 'color', 'off', 'pause'] as const;

export interface SequenceStepFormValues {
  /** One of `stepLooks`. */
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
export interface NamedSequenceFormValues {
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
export function parseSequenceFormValues(words: Members): SequenceFormValues | undefined {
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
export function parseNamedSequenceFormValues(words: Members): NamedSequenceFormValues | undefined {
  const { play, repeat, for: time } = words;
  const rounds = parseRounds(repeat);
  const duration = toTimeText(time);
  if ((repeat !== undefined && rounds === undefined) || duration === undefined) return undefined;
  return { name: typeof play === 'string' ? play : '', rounds, duration };
}

/** Returns `repeat` and `for`. */
export const toNamedSequenceLimits = ({ rounds, duration }: NamedSequenceFormValues): Members => ({
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
