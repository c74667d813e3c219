import { isObject, getNestedMember, gradientModes, appendMemberToPath } from '../../../resources';
import type { Resource } from '../../../resources';
import { parseColor } from '../../parsing/parse-color';
import type { ParsedColor } from '../../parsing/parse-color';
import { parseHexColor } from '../../../units/light-color';
import type { Xy } from '../../../units/light-color';
import { namedWhiteToKelvin } from '../../../units/color-names';
import { accept, refuse, mapResult } from '../../parsing/parse-result';
import type { CommandWarning, ParseResult } from '../../parsing/parse-result';
import { whiteProperties } from './color-temperature';
import { convertColor } from '../lamp-colors';
import type { ConvertedColor, LampColorContext } from '../lamp-colors';
import { isUnsupportedByLamp } from '../light-property';
import type {
  CommandBodyFragment,
  LightCommandProperties,
  LightCommandProperty,
} from '../light-property';
import { refuseUnknownMembers } from '../../parsing/object-members';
import { getSupportedNames, parseSupportedName } from '../lamp-abilities';

const anyColor = createColorProperty((value, at) => parseColor(value, at));

export const colorProperties: LightCommandProperties = {
  color: {
    ...anyColor,
    parse: (value, context) =>
      typeof value === 'string' && namedWhiteToKelvin(value) !== undefined
        ? whiteProperties.kelvin.parse(value, context)
        : anyColor.parse(value, context),
  },

  /** Alpha is ignored, as in `"#f80c"`. */
  hex: createColorProperty((value, at) => {
    const text = typeof value === 'string' && !value.startsWith('#') ? `#${value}` : value;
    return typeof text === 'string' && parseHexColor(text) !== undefined
      ? parseColor(text, at)
      : refuse(at, { kind: 'hexColor' }, value);
  }),

  rgb: createColorProperty((value, at) => {
    if (typeof value === 'string') return parseColor(toColorFunction('rgb', value), at);
    return isTriple(value) || (isObject(value) && ('r' in value || 'red' in value))
      ? parseColor(value, at)
      : refuse(at, { kind: 'rgb' }, value);
  }),

  /** Hue in degrees, the others in percent. */
  hsv: createColorProperty((value, at) => {
    if (typeof value === 'string') return parseColor(toColorFunction('hsv', value), at);
    if (isTriple(value)) return parseColor({ h: value[0], s: value[1], v: value[2] }, at);
    return isObject(value) && ('h' in value || 'hue' in value)
      ? parseColor(value, at)
      : refuse(at, { kind: 'hsv' }, value);
  }),

  xy: createColorProperty((value, at) =>
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

function createColorProperty(
  read: (value: unknown, at: string) => ParseResult<ParsedColor>,
): LightCommandProperty {
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
export function toColorBody(
  requested: ParsedColor,
  context: LampColorContext,
): CommandBodyFragment {
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

export const gradient: LightCommandProperty = {
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
