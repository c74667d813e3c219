import { appendMemberToPath, isObject } from '../../resources';
import type { Members } from '../../resources';
import { roundTo } from '../../units/arithmetic';
import { parseColor } from '../parsing/parse-color';
import { parseBoundedNumber } from '../parsing/parse-scalars';
import { accept, refuse, mapResult } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import type { PlainLightCommand } from './light-format-codec';

/** In degrees and percent. */
interface HueColor {
  readonly hue?: number;
  readonly saturation?: number;
  readonly brightness?: number;
}

interface Notation {
  /** Of the object, all of them necessary; or one text with commas. */
  readonly names: readonly string[];
  readonly parse: (values: readonly unknown[], at: string) => ParseResult<PlainLightCommand>;
}

/** The conversion of a colour depends on the lamp. */
const checkColor = (color: unknown, at: string): ParseResult<PlainLightCommand> =>
  mapResult(parseColor(color, at), () => ({ color }));

const toMembers = (names: readonly string[], values: readonly unknown[]): Members =>
  Object.fromEntries(names.map((name, index) => [name, values[index]]));

const createPlainNotation = (...names: readonly string[]): Notation => ({
  names,
  parse: (values, at) => checkColor(toMembers(names, values), at),
});

const hueParts = ['hue', 'saturation', 'brightness'] as const;

const createHueNotation = (
  names: readonly string[],
  parts: readonly (typeof hueParts)[number][] = hueParts,
  convert: (color: HueColor) => HueColor = (color) => color,
): Notation => ({
  names,
  parse(values, at) {
    const color: Record<string, number> = {};
    for (const [index, part] of parts.entries()) {
      const path = appendMemberToPath(at, names[index] ?? part);
      const number = parseBoundedNumber(values[index], path, [0, part === 'hue' ? 360 : 100]);
      if (!number.ok) return number;
      color[part] = number.value;
    }
    return accept(toPlainHue(convert(color)));
  },
});

/** A brightness of 0 is off. */
const toPlainHue = ({ brightness, ...color }: HueColor): PlainLightCommand => ({
  ...color,
  ...(brightness === undefined ? {} : brightness === 0 ? { on: false } : { brightness }),
});

function fromLightness({ hue = 0, saturation = 0, brightness: lightness = 0 }: HueColor): HueColor {
  const chroma = (saturation * Math.min(lightness, 100 - lightness)) / 100;
  const value = lightness + chroma;
  return {
    hue,
    saturation: value === 0 ? 0 : roundTo((200 * chroma) / value, 2),
    brightness: roundTo(value, 2),
  };
}

/** The first one that fits counts, as in Zigbee2MQTT: a state can contain several. */
const objectNotations: readonly Notation[] = [
  createPlainNotation('x', 'y'),
  createPlainNotation('r', 'g', 'b'),
  { names: ['rgb'], parse: ([text], at) => parseTextNotation('rgb', text, at) },
  { names: ['hex'], parse: ([text], at) => checkColor(text, appendMemberToPath(at, 'hex')) },
  createHueNotation(['h', 's', 'l'], hueParts, fromLightness),
  { names: ['hsl'], parse: ([text], at) => parseTextNotation('hsl', text, at) },
  createHueNotation(['h', 's', 'b']),
  { names: ['hsb'], parse: ([text], at) => parseTextNotation('hsb', text, at) },
  createHueNotation(['h', 's', 'v']),
  { names: ['hsv'], parse: ([text], at) => parseTextNotation('hsv', text, at) },
  createHueNotation(['h', 's'], ['hue', 'saturation']),
  createHueNotation(['h'], ['hue']),
  createHueNotation(['s'], ['saturation']),
  createHueNotation(['hue', 'saturation', 'value']),
  createHueNotation(['hue', 'saturation'], ['hue', 'saturation']),
  createHueNotation(['hue'], ['hue']),
  createHueNotation(['saturation'], ['saturation']),
];

/** Such as `"30,100,50"`. */
function parseTextNotation(
  name: string,
  text: unknown,
  at: string,
): ParseResult<PlainLightCommand> {
  const path = appendMemberToPath(at, name);
  const letters = [...name];
  const values = typeof text === 'string' ? text.split(',').map((part) => part.trim()) : [];
  const notation = objectNotations.find(({ names }) => names.join(',') === letters.join(','));
  if (values.length !== letters.length || notation === undefined)
    return refuse(path, `three numbers with commas between them, such as "30,100,50"`, text);
  const numbers = values.map((value) => (value === '' ? value : Number(value)));
  return mapResult(notation.parse(numbers, path), (command) => command);
}

/**
 * Parses the member `color`, whose notation may contain a brightness. Hue in degrees; saturation, brightness and
 * lightness in percent.
 *
 * @returns words `color`, or `hue` and `saturation`, of which one alone keeps the other; with `brightness` if given
 */
export function parseMqttColor(value: unknown, at: string): ParseResult<PlainLightCommand> {
  if (!isObject(value)) return checkColor(value, at);
  const given = (name: string): boolean => value[name] !== undefined && value[name] !== null;
  const notation = objectNotations.find(({ names }) => names.every(given));
  return notation === undefined
    ? refuse(at, 'a colour such as {x, y}, {r, g, b}, {hue, saturation} or "#ff8800"', value)
    : notation.parse(
        notation.names.map((name) => value[name]),
        at,
      );
}
