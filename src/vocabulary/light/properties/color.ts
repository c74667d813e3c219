import { isObject, getNestedMember } from '../../../resources';
import type { Resource } from '../../../resources';
import { clampToGamut, gamutsByType } from '../../../units/light-color';
import type { Gamut, Xy } from '../../../units/light-color';
import { parseColor } from '../../parsing/parse-color';
import { parseHexColor } from '../../../units/hex-color';
import { namedWhiteToKelvin } from '../../../units/named-whites';
import { createParseSuccess, createInvalidValueResult } from '../../parsing/parse-result';
import type { ParseResult } from '../../parsing/parse-result';
import { kelvinCommandProperty } from './color-temperature';
import { isUnsupportedByLamp } from '../light-property';
import type {
  CommandBodyFragment,
  LightCommandProperty,
  LightCommandPropertyContext,
} from '../light-property';

const anyColorProperty = createColorProperty((value, at) => parseColor(value, at));

/** `color`: a colour in any notation, `"random"`, or the name of a white such as `"warm"`. */
export const colorCommandProperty: LightCommandProperty = {
  ...anyColorProperty,
  parse: (value, context) =>
    typeof value === 'string' && namedWhiteToKelvin(value) !== undefined
      ? kelvinCommandProperty.parse(value, context)
      : anyColorProperty.parse(value, context),
};

/** `xy`: a point of the CIE 1931 diagram, as `{x, y}` or `[x, y]`. */
export const xyCommandProperty: LightCommandProperty = createColorProperty((value, at) =>
  isPair(value) || (isObject(value) && 'x' in value)
    ? parseColor(value, at)
    : createInvalidValueResult(at, 'x and y, each from 0 to 1', value),
);

/** `rgb`: `[255, 136, 0]`, `{r, g, b}` or `"255, 136, 0"`. */
export const rgbCommandProperty: LightCommandProperty = createColorProperty((value, at) => {
  if (typeof value === 'string') return parseColor(toColorFunction('rgb', value), at);
  return isTriple(value) || (isObject(value) && ('r' in value || 'red' in value))
    ? parseColor(value, at)
    : createInvalidValueResult(at, 'red, green and blue, each from 0 to 255', value);
});

/** `hsv`: `{h, s, v}` or `[h, s, v]`: hue in degrees, the others in percent. */
export const hsvCommandProperty: LightCommandProperty = createColorProperty((value, at) => {
  if (typeof value === 'string') return parseColor(toColorFunction('hsv', value), at);
  if (isTriple(value)) return parseColor({ h: value[0], s: value[1], v: value[2] }, at);
  return isObject(value) && ('h' in value || 'hue' in value)
    ? parseColor(value, at)
    : createInvalidValueResult(at, 'hue, saturation and value', value);
});

/** `hex`: `"#ff8800"`, `"#f80"`, or with alpha, which is ignored, `"#ff8800cc"` and `"#f80c"`; all without the `#`, too. */
export const hexCommandProperty: LightCommandProperty = createColorProperty((value, at) => {
  const text = typeof value === 'string' && !value.startsWith('#') ? `#${value}` : value;
  return typeof text === 'string' && parseHexColor(text) !== undefined
    ? parseColor(text, at)
    : createInvalidValueResult(at, 'a colour such as "#ff8800"', value);
});

/** A colour within the gamut of the lamp. */
export interface ClampedColor {
  xy: Xy;
  warnings: readonly string[];
}

/** Parses a colour and clamps it to the gamut of the lamp. */
export function parseAndClampColor(
  value: unknown,
  context: Pick<LightCommandPropertyContext, 'at' | 'lamp'>,
): ParseResult<ClampedColor> {
  const requested = parseColor(value, context.at);
  return requested.ok ? createParseSuccess(clampColor(requested.value, context)) : requested;
}

/** Parses several colours and clamps each to the gamut of the lamp. */
export function parseAndClampColors(
  values: readonly unknown[],
  { at, lamp }: Pick<LightCommandPropertyContext, 'at' | 'lamp'>,
): ParseResult<{ colors: readonly Xy[]; warnings: readonly string[] }> {
  const clamped: ClampedColor[] = [];
  for (const [index, value] of values.entries()) {
    const one = parseAndClampColor(value, { at: `${at}[${index}]`, lamp });
    if (!one.ok) return one;
    clamped.push(one.value);
  }
  return createParseSuccess({
    colors: clamped.map((one) => one.xy),
    warnings: clamped.flatMap((one) => one.warnings),
  });
}

function createColorProperty(
  read: (value: unknown, at: string) => ParseResult<Xy>,
): LightCommandProperty {
  return {
    groupSupport: 'whole',
    isServiceValue: (value) => isObject(getNestedMember(value, 'xy')),
    parse(value, context) {
      const requested = read(value, context.at);
      if (!requested.ok) return requested;
      if (isUnsupportedByLamp(context, 'color'))
        return createParseSuccess({ lacking: 'a lamp that shows colours' });
      return createParseSuccess(toColorBody(requested.value, context));
    },
  };
}

/** The members that show a colour, clamped to the gamut of the lamp. */
export function toColorBody(
  requested: Xy,
  context: Pick<LightCommandPropertyContext, 'at' | 'lamp'>,
): CommandBodyFragment {
  const { xy, warnings } = clampColor(requested, context);
  return { body: { color: { xy } }, warnings, turnsOn: true };
}

/** Smallest shift in the xy diagram that causes a warning. sRGB blue lies nearer than this to gamut C. */
const visibleColorShift = 0.02;

function clampColor(
  requested: Xy,
  { at, lamp }: Pick<LightCommandPropertyContext, 'at' | 'lamp'>,
): ClampedColor {
  const gamut = getGamut(lamp);
  const clamped = gamut === undefined ? requested : clampToGamut(requested, gamut);
  const shift = Math.hypot(clamped.x - requested.x, clamped.y - requested.y);
  return {
    xy: { x: clamped.x, y: clamped.y },
    warnings:
      shift < visibleColorShift
        ? []
        : [`${at}: this lamp cannot show that colour, the nearest it can show was taken.`],
  };
}

/** The lamp's own gamut, otherwise that of its `gamut_type`, otherwise undefined. */
export function getGamut(lamp: Resource | undefined): Gamut | undefined {
  const red = parseXy(getNestedMember(lamp, 'color', 'gamut', 'red'));
  const green = parseXy(getNestedMember(lamp, 'color', 'gamut', 'green'));
  const blue = parseXy(getNestedMember(lamp, 'color', 'gamut', 'blue'));
  if (red !== undefined && green !== undefined && blue !== undefined) return { red, green, blue };
  const type = getNestedMember(lamp, 'color', 'gamut_type');
  return typeof type === 'string' && Object.hasOwn(gamutsByType, type)
    ? gamutsByType[type]
    : undefined;
}

function parseXy(value: unknown): Xy | undefined {
  const [x, y] = [getNestedMember(value, 'x'), getNestedMember(value, 'y')];
  return isFraction(x) && isFraction(y) ? { x, y } : undefined;
}

const isFraction = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;

const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2;

const isTriple = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length === 3;

const toColorFunction = (name: string, value: string): string =>
  value.includes('(') ? value : `${name}(${value})`;
