import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import { clampToGamut, gamutsByType } from '../../units/xy';
import type { Gamut, Xy } from '../../units/xy';
import { readColor } from '../color';
import { parseHex } from '../../units/hex';
import { accept, refuse } from '../result';
import type { Result } from '../result';
import { lacks } from './word';
import type { LightWord, WordContext } from './word';

/** `color`: a colour in any notation. */
export const color: LightWord = colorWord((value, at) => readColor(value, at));

/** `xy`: a point of the CIE 1931 diagram, as `{x, y}` or `[x, y]`. */
export const xy: LightWord = colorWord((value, at) =>
  isPair(value) || (isObject(value) && 'x' in value)
    ? readColor(value, at)
    : refuse(at, 'x and y, each from 0 to 1', value),
);

/** `rgb`: `[255, 136, 0]`, `{r, g, b}` or `"255, 136, 0"`. */
export const rgb: LightWord = colorWord((value, at) => {
  if (typeof value === 'string') return readColor(withName('rgb', value), at);
  return isTriple(value) || (isObject(value) && ('r' in value || 'red' in value))
    ? readColor(value, at)
    : refuse(at, 'red, green and blue, each from 0 to 255', value);
});

/** `hsv`: `{h, s, v}` or `[h, s, v]`: hue in degrees, the others in percent. */
export const hsv: LightWord = colorWord((value, at) => {
  if (typeof value === 'string') return readColor(withName('hsv', value), at);
  if (isTriple(value)) return readColor({ h: value[0], s: value[1], v: value[2] }, at);
  return isObject(value) && ('h' in value || 'hue' in value)
    ? readColor(value, at)
    : refuse(at, 'hue, saturation and value', value);
});

/** `hex`: `"#ff8800"`, `"ff8800"` or `"#f80"`. */
export const hex: LightWord = colorWord((value, at) =>
  typeof value === 'string' && parseHex(value) !== undefined
    ? readColor(value, at)
    : refuse(at, 'a colour such as "#ff8800"', value),
);

/** A colour that the lamp can show. */
export interface FittedColor {
  xy: Xy;
  warnings: readonly string[];
}

/** Reads a colour and brings it into the gamut of the lamp. */
export function readLampColor(
  value: unknown,
  context: Pick<WordContext, 'at' | 'lamp'>,
): Result<FittedColor> {
  const wanted = readColor(value, context.at);
  return wanted.ok ? accept(fitColor(wanted.value, context)) : wanted;
}

/** Reads several colours, all brought into the gamut of the lamp. */
export function readLampColors(
  values: readonly unknown[],
  { at, lamp }: Pick<WordContext, 'at' | 'lamp'>,
): Result<{ colors: readonly Xy[]; warnings: readonly string[] }> {
  const fitted: FittedColor[] = [];
  for (const [index, value] of values.entries()) {
    const one = readLampColor(value, { at: `${at}[${index}]`, lamp });
    if (!one.ok) return one;
    fitted.push(one.value);
  }
  return accept({
    colors: fitted.map((one) => one.xy),
    warnings: fitted.flatMap((one) => one.warnings),
  });
}

function colorWord(read: (value: unknown, at: string) => Result<Xy>): LightWord {
  return {
    forGroups: true,
    isServiceForm: (value) => isObject(member(value, 'xy')),
    read(value, context) {
      const wanted = read(value, context.at);
      if (!wanted.ok) return wanted;
      if (lacks(context, 'color')) return accept({ lacking: 'a lamp that shows colours' });
      const { xy: shown, warnings } = fitColor(wanted.value, context);
      return accept({ body: { color: { xy: shown } }, warnings, turnsOn: true });
    },
  };
}

/** A shift that nobody can see is not worth a warning; sRGB blue lies this near to gamut C. */
const visibleShift = 0.02;

function fitColor(wanted: Xy, { at, lamp }: Pick<WordContext, 'at' | 'lamp'>): FittedColor {
  const gamut = gamutOf(lamp);
  const fitted = gamut === undefined ? wanted : clampToGamut(wanted, gamut);
  const shift = Math.hypot(fitted.x - wanted.x, fitted.y - wanted.y);
  return {
    xy: { x: fitted.x, y: fitted.y },
    warnings:
      shift < visibleShift
        ? []
        : [`${at}: this lamp cannot show that colour, the nearest it can show was taken.`],
  };
}

/** The lamp's own triangle, otherwise that of its type, otherwise none. */
function gamutOf(lamp: Resource | undefined): Gamut | undefined {
  const red = xyOf(member(lamp, 'color', 'gamut', 'red'));
  const green = xyOf(member(lamp, 'color', 'gamut', 'green'));
  const blue = xyOf(member(lamp, 'color', 'gamut', 'blue'));
  if (red !== undefined && green !== undefined && blue !== undefined) return { red, green, blue };
  const type = member(lamp, 'color', 'gamut_type');
  return typeof type === 'string' && Object.hasOwn(gamutsByType, type)
    ? gamutsByType[type]
    : undefined;
}

function xyOf(value: unknown): Xy | undefined {
  const [x, y] = [member(value, 'x'), member(value, 'y')];
  return isShare(x) && isShare(y) ? { x, y } : undefined;
}

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;

const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2;

const isTriple = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length === 3;

const withName = (name: string, value: string): string =>
  value.includes('(') ? value : `${name}(${value})`;
