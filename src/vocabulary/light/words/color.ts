import {
  isObject,
  getNestedMember,
  getXyMember,
  appendMemberToPath,
} from '../../../resources/members';
import { gradientModes } from '../../../resources/light-schemas';
import type { Resource } from '../../../resources/resource';
import { parseColor } from '../../color';
import type { ParsedColor } from '../../color';
import {
  parseHexColor,
  rgbToXy,
  xyToRgb,
  clampToGamuts,
  getXyDistance,
  hsvToRgb,
  normalizeHue,
  rgbToHsv,
} from '../../../units/color';
import type { Xy, Rgb, Gamut } from '../../../units/color';
import { namedWhiteToKelvin } from '../../../units/color-names';
import { accept, refuse, mapResult, refuseWithout } from '../../parse-result';
import type { CommandWarning, ParseResult } from '../../parse-result';
import { whiteWords } from './white';
import { isUnsupportedByLamp } from './word';
import type {
  CommandBodyFragment,
  LampColorContext,
  LightWords,
  LightWord,
  LightWordContext,
  LightWordResult,
} from './word';
import {
  refuseUnknownMembers,
  explainHue,
  explainPercentage,
  parseNumberOrStep,
  parseBoundedNumber,
  refuseNumber,
} from '../../values';
import type { NumberOrStep } from '../../values';
import { getSupportedNames, parseSupportedName } from '../abilities';
import { getGamut } from '../../../resources/types/light';
import { interpolate } from '../../../units/arithmetic';

const anyColor = createColorWord((value, at) => parseColor(value, at));

export const colorWords: LightWords = {
  color: {
    ...anyColor,
    parse: (value, context) =>
      typeof value === 'string' && namedWhiteToKelvin(value) !== undefined
        ? whiteWords.kelvin.parse(value, context)
        : anyColor.parse(value, context),
  },

  /** Alpha is ignored, as in `"#f80c"`. */
  hex: createColorWord((value, at) => {
    const text = typeof value === 'string' && !value.startsWith('#') ? `#${value}` : value;
    return typeof text === 'string' && parseHexColor(text) !== undefined
      ? parseColor(text, at)
      : refuse(at, { kind: 'hexColor' }, value);
  }),

  rgb: createColorWord((value, at) => {
    if (typeof value === 'string') return parseColor(toColorFunction('rgb', value), at);
    return isTriple(value) || (isObject(value) && ('r' in value || 'red' in value))
      ? parseColor(value, at)
      : refuse(at, { kind: 'rgb' }, value);
  }),

  /** Hue in degrees, the others in percent. */
  hsv: createColorWord((value, at) => {
    if (typeof value === 'string') return parseColor(toColorFunction('hsv', value), at);
    if (isTriple(value)) return parseColor({ h: value[0], s: value[1], v: value[2] }, at);
    return isObject(value) && ('h' in value || 'hue' in value)
      ? parseColor(value, at)
      : refuse(at, { kind: 'hsv' }, value);
  }),

  xy: createColorWord((value, at) =>
    (Array.isArray(value) && value.length === 2) || (isObject(value) && 'x' in value)
      ? parseColor(value, at)
      : refuse(at, { kind: 'xy' }, value),
  ),
};

export const parseLampColor = (
  value: unknown,
  context: LampColorContext,
): ParseResult<ConvertedColor> =>
  mapResult(parseColor(value, context.at), (color) => convertColor(color, context));

export function parseLampColors(
  values: readonly unknown[],
  context: LampColorContext,
): ParseResult<{ colors: readonly Xy[]; warnings: readonly CommandWarning[] }> {
  const converted: ConvertedColor[] = [];
  for (const [index, value] of values.entries()) {
    const one = parseLampColor(value, { ...context, at: `${context.at}[${index}]` });
    if (!one.ok) return one;
    converted.push(one.value);
  }
  return accept({
    colors: converted.map((one) => one.xy),
    warnings: converted.flatMap((one) => one.warnings),
  });
}

function createColorWord(
  read: (value: unknown, at: string) => ParseResult<ParsedColor>,
): LightWord {
  return {
    groupSupport: 'whole',
    isServiceValue: (value) => isObject(getNestedMember(value, 'xy')),
    parse(value, context) {
      const requested = read(value, context.at);
      if (!requested.ok) return requested;
      if (isUnsupportedByLamp(context, 'color')) return accept({ lacking: 'color' });
      return accept(toColorBody(requested.value, context));
    },
  };
}

/** For the nearest colour that the lamp or group shows. */
function toColorBody(requested: ParsedColor, context: LampColorContext): CommandBodyFragment {
  const { xy, warnings } = convertColor(requested, context);
  return { body: { color: { xy } }, warnings, turnsOn: true };
}

const isTriple = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length === 3;

const toColorFunction = (name: string, value: string): string =>
  value.includes('(') ? value : `${name}(${value})`;

/** Hue CLIP API reference. */
const minPoints = 2;
const maxPoints = 5;

const suggestionByAlias: ReadonlyMap<string, string> = new Map(
  ['hex', 'rgb', 'xyColor', 'points'].map((name) => [name, 'colors']),
);

export const gradient: LightWord = {
  groupSupport: 'members',
  isServiceValue: (value) => isObject(value) && 'points' in value,
  parse(value, context) {
    const { at, lamp } = context;
    const input = isObject(value) ? value : { colors: value };
    const checkedInput = refuseUnknownMembers(input, ['colors', 'mode'], at, suggestionByAlias);
    if (!checkedInput.ok) return checkedInput;
    if (isUnsupportedByLamp(context, 'gradient')) return accept({ lacking: 'gradient' });
    const colorsAt = isObject(value) ? appendMemberToPath(at, 'colors') : at;
    const colors = input['colors'];
    if (!Array.isArray(colors) || colors.length < minPoints || colors.length > maxPoints) {
      const expected = { kind: 'colors', minimum: minPoints, maximum: maxPoints } as const;
      return refuse(colorsAt, expected, colors);
    }
    const pointLimit = getPointLimit(lamp);
    const shown = parseLampColors(colors.slice(0, pointLimit), { ...context, at: colorsAt });
    if (!shown.ok) return shown;
    const mode = parseGradientMode(input['mode'], appendMemberToPath(at, 'mode'), lamp);
    if (!mode.ok) return mode;
    const points = shown.value.colors.map((xy) => ({ color: { xy } }));
    const dropped: readonly CommandWarning[] =
      colors.length > pointLimit ? [{ kind: 'fewerColors', path: colorsAt, most: pointLimit }] : [];
    return accept({
      body: { gradient: { points, ...mode.value } },
      warnings: [...shown.value.warnings, ...dropped],
      turnsOn: true,
    });
  },
};

function getPointLimit(lamp: Resource | undefined): number {
  const capable = getNestedMember(lamp, 'gradient', 'points_capable');
  return typeof capable === 'number' && capable >= minPoints && capable < maxPoints
    ? Math.floor(capable)
    : maxPoints;
}

function parseGradientMode(
  value: unknown,
  at: string,
  lamp: Resource | undefined,
): ParseResult<{ mode?: string }> {
  if (value === undefined) return accept({});
  const supported = getSupportedNames(lamp, 'gradient', 'mode_values');
  return mapResult(parseSupportedName(value, { at, lamp }, supported, gradientModes), (mode) => ({
    mode,
  }));
}

interface ConvertedColor {
  xy: Xy;
  warnings: readonly CommandWarning[];
}

/** In the xy diagram, for a warning. The shift of sRGB blue into gamut C is smaller. */
const visibleColorShift = 0.02;

/** Returns the nearest colour of the lamp, or of a lamp of the group; warns outside the gamuts. */
function convertColor(color: ParsedColor, context: LampColorContext): ConvertedColor {
  const { at, colorSpace, findGroupLamps } = context;
  const gamuts = findGamuts(context);
  const seen = 'rgb' in color ? rgbToXy(color.rgb, { space: 'srgb' }) : color.xy;
  const nearest = clampToGamuts(seen, gamuts);
  const xy = 'rgb' in color ? rgbToXy(color.rgb, { space: colorSpace, gamuts }) : nearest;
  const shift = getXyDistance(nearest, seen);
  const kind = findGroupLamps === undefined ? 'nearestColor' : 'nearestColors';
  return {
    xy: { x: xy.x, y: xy.y },
    warnings: shift < visibleColorShift ? [] : [{ kind, path: at }],
  };
}

const getLampRgb = (
  xy: Xy,
  { lamp, colorSpace }: Pick<LampColorContext, 'lamp' | 'colorSpace'>,
): Rgb => xyToRgb(xy, { space: colorSpace, gamut: getGamut(lamp) });

function findGamuts({ lamp, findGroupLamps }: LampColorContext): readonly Gamut[] {
  const lamps = findGroupLamps === undefined ? [lamp] : findGroupLamps();
  return lamps.flatMap((one) => getGamut(one) ?? []);
}

/** Also while the lamp shows a white; undefined if unknown. */
const getLampXy = ({
  lamp,
  isOutdated,
}: Pick<LampColorContext, 'lamp'> & { isOutdated: boolean }): Xy | undefined =>
  isOutdated ? undefined : getXyMember(lamp, 'color', 'xy');

const largestValues = { hue: 360, saturation: 100 } as const;
type ColorPart = keyof typeof largestValues;

const units: Readonly<Record<ColorPart, string>> = { hue: '°', saturation: '%' };

export const hueAndSaturationWords: LightWords = {
  /** The saturation stays unless the message sets it. */
  hue: createPartWord('hue', parseColorParts),
  /** The hue stays unless the message sets it. */
  saturation: createPartWord('saturation', (context) =>
    // If `hue` is present, its handler sets both.
    context.command['hue'] === undefined ? parseColorParts(context) : accept({ body: {} }),
  ),
};

function createPartWord(
  name: ColorPart,
  parse: (context: LightWordContext) => LightWordResult,
): LightWord {
  return {
    groupSupport: 'whole',
    parse: (value, context) =>
      parseAmount(name, value) === undefined ? refusePart(name, value, context.at) : parse(context),
  };
}

/** Suggests the same hue within the circle. */
function refusePart(name: ColorPart, value: unknown, at: string): ParseResult<never> {
  const expected = { kind: 'rangeOrStep', maximum: largestValues[name] } as const;
  const isTurned = name === 'hue' && typeof value === 'number' && Math.abs(value) <= 720;
  return isTurned
    ? refuse(at, expected, value, String(normalizeHue(value)))
    : refuseNumber(at, expected, value, name === 'hue' ? explainHue : explainPercentage);
}

interface Factor {
  kind: 'factor';
  value: number;
}

const factorPattern = /^\s*[*\u00d7]\s*(\d{1,3}(?:\.\d{1,6})?)\s*$/;

function parseAmount(name: ColorPart, value: unknown): NumberOrStep | Factor | undefined {
  const factor = typeof value === 'string' ? factorPattern.exec(value)?.[1] : undefined;
  if (factor !== undefined && name === 'saturation')
    return { kind: 'factor', value: Number(factor) };
  const amount = parseNumberOrStep(value, units[name]);
  return amount !== undefined && amount.value <= largestValues[name] ? amount : undefined;
}

/** The shown colour supplies a missing word. */
function parseColorParts(context: LightWordContext): LightWordResult {
  const { command, at } = context;
  const hue = parseAmount('hue', command['hue']);
  const saturation = parseAmount('saturation', command['saturation']);
  if (isUnsupportedByLamp(context, 'color')) return accept({ lacking: 'color' });
  if (hue?.kind === 'absolute' && saturation?.kind === 'absolute')
    return toBody(hue.value, saturation.value, context);
  // The handler of `saturation` reports the invalid value.
  if (saturation === undefined && command['saturation'] !== undefined) return accept({ body: {} });
  if (context.kind === 'grouped_light') {
    return refuseWithout(
      'members',
      at,
      'both hue and saturation as numbers: lamps of a group differ',
      command,
    );
  }
  const shown = getShownColor(context);
  if (shown === undefined)
    return refuseWithout(
      'state',
      at,
      'a lamp whose colour is known',
      command[hue ? 'hue' : 'saturation'],
    );
  return toBody(
    normalizeHue(applyAmount(hue, shown.hue)),
    Math.min(100, Math.max(0, applyAmount(saturation, shown.saturation * 100))),
    context,
  );
}

function getShownColor(context: LightWordContext): { hue: number; saturation: number } | undefined {
  const shown = getLampXy(context);
  return shown && rgbToHsv(getLampRgb(shown, context));
}

function applyAmount(amount: NumberOrStep | Factor | undefined, current: number): number {
  if (amount === undefined) return current;
  if (amount.kind === 'factor') return current * amount.value;
  if (amount.kind === 'absolute') return amount.value;
  return amount.direction === 'up' ? current + amount.value : current - amount.value;
}

function toBody(hue: number, saturation: number, context: LightWordContext): LightWordResult {
  const { command } = context;
  const isStep = [
    parseAmount('hue', command['hue']),
    parseAmount('saturation', command['saturation']),
  ].some((amount) => amount !== undefined && amount.kind !== 'absolute');
  const fragment = toColorBody({ rgb: hsvToRgb(hue, saturation / 100, 1) }, context);
  return accept({ ...fragment, turnsOn: !isStep });
}

/** Default share of the new colour, in percent. */
const usualAmount = 50;

export const mix: LightWord = {
  groupSupport: 'members',
  parse(value, context) {
    const { at } = context;
    const isWhole = isObject(value) && 'color' in value;
    const input = isWhole ? value : { color: value };
    const known = refuseUnknownMembers(input, ['color', 'amount'], at);
    if (!known.ok) return known;
    const color = parseColor(input['color'], isWhole ? appendMemberToPath(at, 'color') : at);
    if (!color.ok) return color;
    const amount = parseBoundedNumber(
      input['amount'] ?? usualAmount,
      appendMemberToPath(at, 'amount'),
      [0, 100],
      '%',
    );
    if (!amount.ok) return amount;
    if (isUnsupportedByLamp(context, 'color')) return accept({ lacking: 'color' });
    const shown = getLampXy(context);
    return shown === undefined
      ? refuseWithout('state', at, 'a lamp whose colour is known', value)
      : accept(
          toColorBody(
            mixColors(getLampRgb(shown, context), color.value, amount.value / 100, context),
            context,
          ),
        );
  },
};

/** At full brightness, like colour pickers. */
function mixColors(
  from: Rgb,
  color: ParsedColor,
  share: number,
  context: LampColorContext,
): ParsedColor {
  const to = 'rgb' in color ? color.rgb : getLampRgb(color.xy, context);
  const mixChannel = (channel: 0 | 1 | 2): number => interpolate(from[channel], to[channel], share);
  return { rgb: [mixChannel(0), mixChannel(1), mixChannel(2)] };
}
