import { isObject, nearest, pathOf } from '../resources';
import { cssColorNames, parseCssColor } from '../units/css-colors';
import { parseHex } from '../units/hex';
import { hslToRgb, hsvToRgb } from '../units/hsv';
import { rgbToXy } from '../units/xy';
import type { Rgb, Xy } from '../units/xy';
import { parseColorFunction } from './color-function';
import { accept, refuse } from './result';
import type { Result } from './result';
import { readNumber } from './amounts';

const longestColor = 64;
const anyColor = 'a colour such as "red", "#ff8800", "rgb(255, 136, 0)", [255, 136, 0] or {x, y}';

type Bounds = readonly [minimum: number, maximum: number];
const share: Bounds = [0, 1];
const percent: Bounds = [0, 100];
const channel: Bounds = [0, 255];
const degrees: Bounds = [0, 360];

/**
 * Reads a colour in any notation that people use. How light or dark it is plays no part: that is
 * what brightness is for.
 *
 * @param value CSS name, hex, `rgb()`, `hsl()`, `hsv()`, `[r, g, b]`, `[x, y]`, or an object with
 *   `r g b`, `red green blue`, `x y`, `h s v`, `h s l` or `hue saturation`
 * @returns chromaticity; black has none and is a problem
 */
export function readColor(value: unknown, at: string): Result<Xy> {
  if (typeof value === 'string') return readColorText(value, at);
  if (Array.isArray(value)) return readColorList(value, at);
  return isObject(value) ? readColorObject(value, at) : refuse(at, anyColor, value);
}

/** sRGB colour of a text, or undefined when it is none. */
export function parseColorText(value: string): Rgb | undefined {
  if (value.length > longestColor) return undefined;
  const text = value.trim();
  return parseCssColor(text) ?? parseHex(text) ?? parseColorFunction(text);
}

function readColorText(value: string, at: string): Result<Xy> {
  const rgb = parseColorText(value);
  if (rgb !== undefined) return ofRgb(rgb, value, at);
  return refuse(at, anyColor, value, nearestColorName(value));
}

/** CSS name that a text was probably meant to be. */
export const nearestColorName = (value: string): string | undefined =>
  value.length > longestColor ? undefined : nearest(value, cssColorNames);

function readColorList(value: readonly unknown[], at: string): Result<Xy> {
  const bounds = value.length === 2 ? share : channel;
  if (value.length !== 2 && value.length !== 3) return refuse(at, anyColor, value);
  const numbers = readNumbers(value.map((entry, index) => [pathOf(at, index), entry, bounds]));
  if (!numbers.ok) return numbers;
  const [first = 0, second = 0, third = 0] = numbers.value;
  return value.length === 2
    ? accept({ x: first, y: second })
    : ofRgb([first, second, third], value, at);
}

interface Notation {
  names: readonly string[];
  bounds: readonly Bounds[];
  toXy(numbers: readonly number[], value: unknown, at: string): Result<Xy>;
}

const asRgb: Notation['toXy'] = ([red = 0, green = 0, blue = 0], value, at) =>
  ofRgb([red, green, blue], value, at);

/**
 * Shares of saturation and value come as percentages from people and as fractions from colour
 * pickers: they are fractions when neither is above 1.
 */
const shares = (one: number, other: number): readonly [number, number] =>
  one <= 1 && other <= 1 ? [one, other] : [one / 100, other / 100];

const notations: readonly Notation[] = [
  { names: ['x', 'y'], bounds: [share, share], toXy: ([x = 0, y = 0]) => accept({ x, y }) },
  { names: ['r', 'g', 'b'], bounds: [channel, channel, channel], toXy: asRgb },
  { names: ['red', 'green', 'blue'], bounds: [channel, channel, channel], toXy: asRgb },
  {
    names: ['h', 's', 'v'],
    bounds: [degrees, percent, percent],
    toXy: ([h = 0, s = 0, v = 0], value, at) => ofRgb(hsvToRgb(h, ...shares(s, v)), value, at),
  },
  {
    names: ['h', 's', 'l'],
    bounds: [degrees, percent, percent],
    toXy: ([h = 0, s = 0, l = 0], value, at) => ofRgb(hslToRgb(h, ...shares(s, l)), value, at),
  },
  {
    names: ['hue', 'saturation'],
    bounds: [degrees, percent],
    toXy: ([hue = 0, saturation = 0], value, at) =>
      ofRgb(hsvToRgb(hue, saturation / 100, 1), value, at),
  },
];

/** Transparency, which colour pickers add, means nothing to a lamp. */
const transparency = 'a';

function readColorObject(value: Record<string, unknown>, at: string): Result<Xy> {
  const given = Object.keys(value).filter((name) => name !== transparency);
  const notation = notations.find(
    ({ names }) => names.length === given.length && names.every((name) => given.includes(name)),
  );
  if (notation === undefined) return refuse(at, anyColor, value);
  const numbers = readNumbers(
    notation.names.map((name, index) => [
      pathOf(at, name),
      value[name],
      notation.bounds[index] ?? share,
    ]),
  );
  return numbers.ok ? notation.toXy(numbers.value, value, at) : numbers;
}

function readNumbers(
  entries: readonly (readonly [at: string, value: unknown, bounds: Bounds])[],
): Result<readonly number[]> {
  const numbers: number[] = [];
  for (const [at, value, bounds] of entries) {
    const number = readNumber(value, at, bounds);
    if (!number.ok) return number;
    numbers.push(number.value);
  }
  return accept(numbers);
}

const ofRgb = (rgb: Rgb, value: unknown, at: string): Result<Xy> =>
  rgb.every((part) => part === 0)
    ? refuse(at, 'a colour other than black (to turn a lamp off, say off)', value)
    : accept(rgbToXy(rgb));
