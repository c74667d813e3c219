import { isObject, appendMemberToPath } from '../resources/members';
import type { Members } from '../resources/members';
import { findNearestName } from '../resources/nearest-name';
import { cssColorNames, parseCssColorName, parseX11OnlyColor } from '../units/color-names';
import { parseHexColor, hslToRgb, hsvToRgb } from '../units/color';
import type { Rgb, Xy } from '../units/color';
import { omitMembers, parseBoundedNumber } from './values';
import { accept, refuse } from './parse-result';
import type { ParseResult } from './parse-result';

const maxColorLength = 64;
const expectedColor = { kind: 'color' } as const;

type Bounds = readonly [minimum: number, maximum: number];
const fractionBounds: Bounds = [0, 1];
const percentBounds: Bounds = [0, 100];
const channelBounds: Bounds = [0, 255];
const degreesBounds: Bounds = [0, 360];

export type ParsedColor = { readonly rgb: Rgb } | { readonly xy: Xy };

/**
 * Reads a colour in any notation that people and their programs use.
 *
 * Ignores lightness: brightness is a separate property.
 *
 * @param value any notation of docs/light-words.md, or members such as `red green blue`
 * @returns a problem for black, which has no chromaticity
 */
export function parseColor(value: unknown, at: string): ParseResult<ParsedColor> {
  if (typeof value === 'string') return parseTextColor(value, at);
  if (Array.isArray(value)) return parseArrayColor(value, at);
  return isObject(value) ? parseObjectColor(value, at) : refuse(at, expectedColor, value);
}

const randomColor = 'random';

export function parseColorTextToRgb(value: string): Rgb | undefined {
  if (value.length > maxColorLength) return undefined;
  const text = value.trim();
  if (text.toLowerCase() === randomColor) return hsvToRgb(Math.random() * 360, 1, 1);
  return (
    parseCssColorName(text) ??
    parseHexColor(text) ??
    parseColorFunction(text) ??
    parseX11OnlyColor(text)
  );
}

function parseTextColor(value: string, at: string): ParseResult<ParsedColor> {
  const rgb = parseColorTextToRgb(value);
  if (rgb !== undefined) return refuseBlack(rgb, value, at);
  return refuse(at, expectedColor, value, suggestColorName(value));
}

export const suggestColorName = (value: string): string | undefined =>
  value.length > maxColorLength ? undefined : findNearestName(value, cssColorNames);

function parseArrayColor(value: readonly unknown[], at: string): ParseResult<ParsedColor> {
  const bounds = value.length === 2 ? fractionBounds : channelBounds;
  if (value.length !== 2 && value.length !== 3) return refuse(at, expectedColor, value);
  const numbers = parseNumbers(
    value.map((entry, index) => [appendMemberToPath(at, index), entry, bounds]),
  );
  if (!numbers.ok) return numbers;
  const [first = 0, second = 0, third = 0] = numbers.value;
  return value.length === 2
    ? accept({ xy: { x: first, y: second } })
    : refuseBlack([first, second, third], value, at);
}

interface ObjectNotation {
  names: readonly string[];
  bounds: readonly Bounds[];
  toColor(numbers: readonly number[]): ParsedColor;
}

/** Colour pickers send fractions, other sources percentages: values are fractions if neither is above 1. */
const toFractions = (one: number, other: number): readonly [number, number] =>
  one <= 1 && other <= 1 ? [one, other] : [one / 100, other / 100];

const createRgbNotation = (...names: readonly string[]): ObjectNotation => ({
  names,
  bounds: [channelBounds, channelBounds, channelBounds],
  toColor: ([red = 0, green = 0, blue = 0]) => ({ rgb: [red, green, blue] }),
});

const createHueNotation = (last: string, convert: typeof hsvToRgb): ObjectNotation => ({
  names: ['h', 's', last],
  bounds: [degreesBounds, percentBounds, percentBounds],
  toColor: ([hue = 0, one = 0, other = 0]) => ({ rgb: convert(hue, ...toFractions(one, other)) }),
});

const notations: readonly ObjectNotation[] = [
  {
    names: ['x', 'y'],
    bounds: [fractionBounds, fractionBounds],
    toColor: ([x = 0, y = 0]) => ({ xy: { x, y } }),
  },
  createRgbNotation('r', 'g', 'b'),
  createRgbNotation('red', 'green', 'blue'),
  createHueNotation('v', hsvToRgb),
  createHueNotation('l', hslToRgb),
  {
    names: ['hue', 'saturation'],
    bounds: [degreesBounds, percentBounds],
    toColor: ([hue = 0, saturation = 0]) => ({ rgb: hsvToRgb(hue, saturation / 100, 1) }),
  },
];

/** Of colour pickers; ignored. */
const alphaMember = 'a';

function parseObjectColor(value: Members, at: string): ParseResult<ParsedColor> {
  const memberNames = Object.keys(value).filter((name) => name !== alphaMember);
  const notation = notations.find(
    ({ names }) =>
      names.length === memberNames.length && names.every((name) => memberNames.includes(name)),
  );
  if (notation === undefined) return refuse(at, expectedColor, value);
  const numbers = parseNumbers(
    notation.names.map((name, index) => [
      appendMemberToPath(at, name),
      value[name],
      notation.bounds[index] ?? fractionBounds,
    ]),
  );
  if (!numbers.ok) return numbers;
  const color = notation.toColor(numbers.value);
  return 'rgb' in color ? refuseBlack(color.rgb, value, at) : accept(color);
}

/**
 * Colour pickers send `{r, g, b}` without `color`.
 *
 * @returns the command itself if it has no complete colour
 */
export function collectColorMembers(command: Members): Members {
  const notation = notations.find(
    ({ names }) => names[0] !== 'hue' && names.every((name) => name in command),
  );
  if (notation === undefined || 'color' in command) return command;
  const color = Object.fromEntries(notation.names.map((name) => [name, command[name]]));
  return { ...omitMembers(command, [...notation.names, alphaMember]), color };
}

function parseNumbers(
  entries: readonly (readonly [at: string, value: unknown, bounds: Bounds])[],
): ParseResult<readonly number[]> {
  const numbers: number[] = [];
  for (const [at, value, bounds] of entries) {
    const number = parseBoundedNumber(value, at, bounds);
    if (!number.ok) return number;
    numbers.push(number.value);
  }
  return accept(numbers);
}

const refuseBlack = (rgb: Rgb, value: unknown, at: string): ParseResult<ParsedColor> =>
  rgb.every((part) => part === 0) ? refuse(at, { kind: 'notBlack' }, value) : accept({ rgb });

/** Such as `rgb(255, 136, 0)`, `rgb(100% 53% 0%)`, `hsl(32deg, 100%, 50%)`; also `hsv()`. Ignores alpha. */
function parseColorFunction(text: string): Rgb | undefined {
  const match = /^(rgb|hsl|hsv)a?\(([^()]{1,48})\)$/i.exec(text);
  if (match === null) return undefined;
  const [, name = '', argumentText = ''] = match;
  const parts = argumentText.trim().split(/\s*[,/]\s*|\s+/);
  if (parts.length !== 3 && parts.length !== 4) return undefined;
  const [first = '', second = '', third = '', transparency = '1'] = parts;
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)%?$/.test(transparency)) return undefined;
  if (name.toLowerCase() === 'rgb') return parseRgbArguments([first, second, third]);
  return parseHueArguments(name.toLowerCase() === 'hsl' ? hslToRgb : hsvToRgb, [
    first,
    second,
    third,
  ]);
}

function parseHueArguments(
  convert: typeof hslToRgb,
  [first, ...others]: readonly [string, string, string],
): Rgb | undefined {
  const hue = parseLimitedNumber(first.replace(/deg$/i, ''), 360);
  const [one, other] = others.map((part) => parseLimitedNumber(part.replace(/%$/, ''), 100));
  if (hue === undefined || one === undefined || other === undefined) return undefined;
  return convert(hue, one / 100, other / 100);
}

function parseRgbArguments(parts: readonly [string, string, string]): Rgb | undefined {
  const [red, green, blue] = parts.map((part) => {
    const percentage = part.endsWith('%') ? parseLimitedNumber(part.slice(0, -1), 100) : undefined;
    return percentage === undefined ? parseLimitedNumber(part, 255) : (percentage * 255) / 100;
  });
  return red === undefined || green === undefined || blue === undefined
    ? undefined
    : [red, green, blue];
}

function parseLimitedNumber(text: string, maximum: number): number | undefined {
  if (!/^\d{1,6}(?:\.\d{1,12})?$/.test(text)) return undefined;
  const number = Number(text);
  return number <= maximum ? number : undefined;
}
