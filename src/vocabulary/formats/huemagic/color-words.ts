import { getGamut } from '../../../resources/types/light';
import {
  appendMemberToPath,
  getListMember,
  getNestedMember,
  getNumericMember,
  getXyMember,
} from '../../../resources/values/member-access';
import { parseHexColor } from '../../../units/light-color';
import { hslToRgb, rgbToHsl } from '../../../units/color-conversion';
import type { Rgb, Xy } from '../../../units/light-color';
import { getMirekForTimeOfDay } from '../../../units/light-for-time-of-day';
import { refuse, accept, mapResult } from '../../parsing/parse-result';
import type { ParseResult } from '../../parsing/parse-result';
import {
  findHueMagicColor,
  hueMagicWhites,
  mixRgb,
  rgbToHueMagicXy,
  xyToHueMagicRgb,
} from './colors';
import { mayHaveAnyOf, mayShowColors, toNumber } from './command-parts';
import type {
  CommandParts,
  HueMagicLightContext,
  MemberContext,
  MemberParser,
} from './command-parts';

type ColorParser = (value: unknown, at: string) => ParseResult<Rgb>;

export const parseColorName: ColorParser = (value, at) => {
  const rgb = typeof value === 'string' ? findHueMagicColor(value) : undefined;
  return rgb === undefined
    ? refuse(at, 'the name of a colour, such as red, or random', value)
    : accept(rgb);
};

/** 3, 4, 6 or 8 hexadecimal digits, with or without `#`; alpha is ignored. */
export const parseHex: ColorParser = (value, at) => {
  const rgb = parseHexColor(`#${String(value).replace(/^#/, '')}`);
  return rgb === undefined ? refuse(at, 'a colour such as #ff8800', value) : accept(rgb);
};

export const parseRgb: ColorParser = (value, at) => {
  const [red, green, blue] = getListMember(value);
  const rgb = [toNumber(red), toNumber(green), toNumber(blue)] as const;
  return rgb.every((channel) => channel >= 0 && channel <= 255)
    ? accept(rgb)
    : refuse(at, { kind: 'rgb' }, value);
};

export function parseXy(value: unknown, at: string): ParseResult<Xy> {
  const xy = getXyMember({ value }, 'value');
  return xy !== undefined && [xy.x, xy.y].every((part) => part >= 0 && part <= 1)
    ? accept({ x: xy.x, y: xy.y })
    : refuse(at, { kind: 'xy' }, value);
}

export const toXy = (
  color: ParseResult<Rgb>,
  { kind, lamp }: HueMagicLightContext,
): ParseResult<Xy> =>
  mapResult(color, (rgb) =>
    rgbToHueMagicXy(rgb, kind === 'grouped_light' ? undefined : getGamut(lamp)),
  );

/** The colour replaces the colour of an earlier member. */
export const createColorParser =
  (parse: (value: unknown, context: MemberContext) => ParseResult<Xy>): MemberParser =>
  (value, { later }, context) => {
    if (!mayShowColors(context)) return undefined;
    const xy = parse(value, context);
    if (!xy.ok) return xy;
    later['color'] = { xy: xy.value };
    return undefined;
  };

export const createRgbParser = (parse: ColorParser): MemberParser =>
  createColorParser((value, context) => toXy(parse(value, context.at), context));

/** At the brightness of the lamp, as HueMagic reports it. */
function getShownRgb({ lamp }: HueMagicLightContext): Rgb | undefined {
  const xy = getXyMember(lamp, 'color', 'xy');
  return xy && xyToHueMagicRgb(xy, getNumericMember(lamp, 'dimming', 'brightness') ?? 100);
}

/** `amount` is the percentage of the present colour that stays. Groups do not have the member. */
export const parseMixColor: MemberParser = (value, parts, context) =>
  context.kind === 'grouped_light' ? undefined : mixIntoShownColor(value, parts, context);

const mixIntoShownColor = createColorParser((value, context) => {
  const color = parseMixedColor(value, context.at);
  if (!color.ok) return color;
  const amount = toNumber(getNestedMember(value, 'amount'));
  const share = amount > 0 && amount <= 100 ? amount / 100 : 0.5;
  const shown = getShownRgb(context);
  const mixed = shown === undefined ? color.value : mixRgb(shown, color.value, share);
  return toXy(accept(mixed), context);
});

function parseMixedColor(value: unknown, at: string): ParseResult<Rgb> {
  for (const [name, parse] of [
    ['color', parseColorName],
    ['rgb', parseRgb],
    ['hex', parseHex],
    ['xyColor', parseXyAsRgb],
  ] as const) {
    const color = getNestedMember(value, name);
    if (color !== undefined) return parse(color, appendMemberToPath(at, name));
  }
  return refuse(at, 'color, rgb, hex or xyColor', value);
}

const parseXyAsRgb: ColorParser = (value, at) =>
  mapResult(parseXy(value, at), (xy) => xyToHueMagicRgb(xy, 100));

/** Percent of the saturation of the colour beside it, otherwise of the present colour. */
export const parseSaturation: MemberParser = (value, { later }, context) => {
  if (context.kind === 'grouped_light' || !mayShowColors(context)) return undefined;
  const percent = toNumber(value);
  if (!(percent >= 0 && percent <= 100))
    return refuse(context.at, { kind: 'range', minimum: 0, maximum: 100 }, value);
  const requested = getXyMember(later, 'color', 'xy');
  const rgb = requested === undefined ? getShownRgb(context) : xyToHueMagicRgb(requested, 100);
  if (rgb === undefined) return refuse(context.at, 'a lamp whose colour is known', value);
  const { hue, saturation, lightness } = rgbToHsl(rgb);
  const [red, green, blue] = hslToRgb(hue, (saturation * percent) / 100, lightness);
  const rounded: Rgb = [Math.round(red), Math.round(green), Math.round(blue)];
  later['color'] = { xy: rgbToHueMagicXy(rounded, getGamut(context.lamp)) };
  return undefined;
};

const [coldest, warmest] = [153, 500] as const;

/** Mirek, the name of a white; any other text means the white of the time of day. */
export const parseColorTemp: MemberParser = (value, parts, context) => {
  // The state of a lamp that shows a colour has `false`.
  if (value === false || !mayHaveAnyOf(context, 'color_temperature')) return undefined;
  const number = Math.trunc(toNumber(value));
  const named = typeof value === 'string' && Number.isNaN(number);
  const mirek = named
    ? (hueMagicWhites.get(value) ?? getMirekForTimeOfDay(context.now ?? new Date()))
    : number;
  if (!(mirek >= coldest && mirek <= warmest)) {
    const expected = `a number from ${coldest} to ${warmest}, cold, normal, warm, hot or auto`;
    return refuse(context.at, expected, value);
  }
  setMirek(mirek, parts, context);
  return undefined;
};

/**
 * A bridge takes a white or a colour. The colour counts, except in a state of HueMagic, which has the colour of its
 * white.
 */
function setMirek(mirek: number, { later }: CommandParts, { payload }: MemberContext): void {
  if (payload['colorTempName'] !== undefined) delete later['color'];
  if (later['color'] === undefined) later['color_temperature'] = { mirek };
}

/** In mirek, without a number in the command. */
const usualMirekStep = 50;

/** Mirek, from 0 while the lamp shows a colour. */
export const createColorTempStepParser =
  (sign: 1 | -1, overtaking: readonly string[]): MemberParser =>
  (value, parts, context) => {
    const { payload, kind, lamp } = context;
    const isOvertaken = overtaking.some((name) => payload[name] !== undefined);
    if (kind === 'grouped_light' || isOvertaken || !mayHaveAnyOf(context, 'color_temperature'))
      return undefined;
    const number = Math.trunc(toNumber(value));
    const step = Number.isNaN(number) ? usualMirekStep : number;
    const shown = getNumericMember(lamp, 'color_temperature', 'mirek') ?? 0;
    const mirek = Math.min(warmest, Math.max(coldest, shown + sign * step));
    setMirek(mirek, parts, context);
    return undefined;
  };

/** The last one counts. */
const gradientNotations = [
  ['xyColor', parseXy],
  ['rgb', parseRgb],
  ['hex', parseHex],
] as const;

export const parseGradient: MemberParser = (value, { later }, context) => {
  const { at, kind, lamp } = context;
  if (kind === 'grouped_light' || !mayHaveAnyOf(context, 'gradient')) return undefined;
  const points: unknown[] = [];
  for (const [name, parse] of gradientNotations) {
    const colors = getNestedMember(value, name);
    if (!Array.isArray(colors) || points.length > 0) continue;
    for (const [index, color] of colors.entries()) {
      const place = appendMemberToPath(appendMemberToPath(at, name), index);
      const parsed = parse(color, place);
      if (!parsed.ok) return parsed;
      const xy = 'x' in parsed.value ? parsed.value : rgbToHueMagicXy(parsed.value, getGamut(lamp));
      points.push({ color: { xy } });
    }
  }
  // The state of a lamp has `colors` instead.
  if (getNestedMember(value, 'colors') !== undefined && points.length === 0) return undefined;
  if (points.length === 0) return refuse(at, 'an object with a list of hex, rgb or xyColor', value);
  const mode = getNestedMember(value, 'mode');
  later['gradient'] = { points, ...(mode === undefined ? {} : { mode }) };
  return undefined;
};
