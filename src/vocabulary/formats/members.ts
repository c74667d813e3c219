import {
  appendMemberToPath,
  getNestedMember,
  isObject,
  parseJsonOrUndefined,
} from '../../resources/members';
import type { Members } from '../../resources/members';
import { findNearestName } from '../../resources/nearest-name';
import { roundTo } from '../../units/arithmetic';
import { parseBoundedNumber, parseOnOff, toPercent } from '../values';
import { accept, refuse, mapResult } from '../parse-result';
import type { CommandWarning, ParseResult } from '../parse-result';
import type { FormattedCommand, LightFormatContext, PlainLightCommand } from './light-format';
import type { PlainLight } from '../../resources/types/light';
import { parseHexColor, kelvinToMirek, rgbToHsv } from '../../units/color';
import type { Rgb } from '../../units/color';

/**
 * Translates the members of a payload one by one. Null and undefined count as missing.
 *
 * @param getPath of a member; the payload's own for a text that stands for one member
 * @returns a problem for a payload that asks for nothing which the format knows
 */
export function parsePayloadInFormat(
  payload: unknown,
  at: string,
  { format, parsers, ignored }: FormatMemberParsers,
  context: LightFormatContext,
  getPath = (name: string): string => appendMemberToPath(at, name),
): ParseResult<FormattedCommand> {
  const names = Object.keys(parsers);
  if (!isObject(payload)) return refuse(at, `an object as ${format} sends it`, payload);
  const command: Record<string, unknown> = {};
  const paths = new Map<string, string>();
  const warnings: CommandWarning[] = [];
  const memberContext = {
    ...context,
    payload,
    warn: (warning: CommandWarning): void => void warnings.push(warning),
  };
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined || value === null) continue;
    const path = getPath(name);
    const parse = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
    if (parse === undefined) {
      if (ignored.includes(name)) continue;
      unknown.push(name);
      warnings.push(
        `${path}: the light node knows no such member of ${format}, so it was not applied.`,
      );
      continue;
    }
    const parsed = parse(value, path, memberContext);
    if (!parsed.ok) return parsed;
    Object.assign(command, parsed.value);
    for (const word of Object.keys(parsed.value)) paths.set(word, path);
  }
  if (Object.keys(command).length > 0) return accept({ command, paths, warnings });
  const [name] = unknown;
  if (name !== undefined)
    return refuse(
      getPath(name),
      `one of ${names.join(', ')}, as ${format} sends them`,
      payload[name],
      findNearestName(name, names),
    );
  const known = `something to do as ${format} sends it`;
  const reason = warnings.find((warning) => typeof warning === 'string');
  return reason === undefined
    ? refuse(at, `${known}, such as ${names.join(', ')}`, payload)
    : refuse(at, `${known}, beside a member that is not applied (${reason})`, payload);
}

export interface FormatMemberParsers {
  /** Shown in problems, such as `HomeKit`. */
  format: string;
  parsers: Readonly<Record<string, FormatMemberParser>>;
  /** Members that ask for nothing, such as names. Any other member without a parser leads to a warning. */
  ignored: readonly string[];
}

export type FormatMemberParser = (
  value: unknown,
  at: string,
  context: FormatMemberContext,
) => ParseResult<PlainLightCommand>;

interface FormatMemberContext extends LightFormatContext {
  /** With all members beside the value. */
  readonly payload: Members;
  /** Warns of a part that is not applied. */
  readonly warn: (warning: CommandWarning) => void;
}

/** For a payload whose words have no members of their own, such as a text. */
export const askAsWhole = (command: PlainLightCommand, at: string): FormattedCommand => ({
  command,
  paths: new Map(Object.keys(command).map((word) => [word, at])),
  warnings: [],
});

/** Returns any other value unchanged. */
export function parseJsonObjectIfText(payload: unknown): unknown {
  const isText = typeof payload === 'string' && payload.trim().startsWith('{');
  return isText ? (parseJsonOrUndefined(payload) ?? payload) : payload;
}

export function createNumberParser(
  word: string,
  bounds: readonly [minimum: number, maximum: number],
  convert: (number: number) => unknown = (number) => number,
): FormatMemberParser {
  return (value, at) =>
    mapResult(parseBoundedNumber(value, at, bounds), (number) => ({ [word]: convert(number) }));
}

/** Hue in degrees, saturation from 0 to 1. */
export function parseHueSaturation(
  value: unknown,
  at: string,
): ParseResult<{ hue: number; saturation: number }> {
  const parsePart = (name: string, maximum: number): ParseResult<number> =>
    parseBoundedNumber(getNestedMember(value, name), appendMemberToPath(at, name), [0, maximum]);
  const hue = parsePart('hue', 360);
  if (!hue.ok) return hue;
  return mapResult(parsePart('saturation', 1), (saturation) => ({ hue: hue.value, saturation }));
}

/** Also 1, 0, and "on" and "off" in any case. */
export const parseOnMember: FormatMemberParser = (value, at) => {
  const on = value === 1 || value === 0 ? value === 1 : parseOnOff(value);
  return on === undefined ? refuse(at, 'on or off', value) : accept({ on });
};

/** Rounded to hundredths. */
export const createPercentConverter =
  (largest: number) =>
  (value: number): number =>
    toPercent(value / largest);

/** A whole number; at least 1 above 0 %, since 0 means off. */
export const fromPercent = (percent: number, largest: number): number =>
  percent === 0 ? 0 : Math.max(1, Math.round((percent / 100) * largest));

/** Of the colour, otherwise of the gradient's first colour; undefined while the lamp shows a white. */
export const getPlainLightRgb = ({ color, gradient }: PlainLight): Rgb | undefined =>
  parseHexColor(color ?? gradient?.colors[0] ?? '');

/** Hue in degrees, saturation in percent, both rounded to hundredths. */
export interface HueSaturation {
  hue: number;
  saturation: number;
}

/** Undefined while the lamp shows a white. */
export function getShownHueSaturation(light: PlainLight): HueSaturation | undefined {
  const rgb = getPlainLightRgb(light);
  return rgb && toHueSaturation(rgb);
}

export function toHueSaturation(rgb: Rgb): HueSaturation {
  const { hue, saturation } = rgbToHsv(rgb);
  return { hue: roundTo(hue, 2), saturation: roundTo(saturation * 100, 2) };
}

/** Undefined while the lamp shows a colour. */
export const getPlainLightMirek = ({ kelvin }: PlainLight): number | undefined =>
  kelvin === undefined ? undefined : kelvinToMirek(kelvin);
