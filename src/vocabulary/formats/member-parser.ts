import {
  appendMemberToPath,
  getNestedMember,
  isObject,
  parseJsonOrUndefined,
} from '../../resources/values/member-access';
import { findNearestName } from '../../resources/validation/nearest-name';
import { roundTo } from '../../units/arithmetic';
import { parseBoundedNumber, parseOnOff } from '../parsing/parse-scalars';
import { accept, refuse, mapResult } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import type { PlainLightCommand } from './light-format-codec';

export type ExternalFormatMemberParser = (
  value: unknown,
  at: string,
) => ParseResult<PlainLightCommand>;

export interface ExternalFormatMemberParsers {
  /** Shown in problems, such as `HomeKit`. */
  format: string;
  parsers: Readonly<Record<string, ExternalFormatMemberParser>>;
  /** Or all members without a parser. */
  ignored: readonly string[] | 'others';
}

/** Null and undefined count as missing. */
export function parsePayloadInFormat(
  payload: unknown,
  at: string,
  { format, parsers, ignored }: ExternalFormatMemberParsers,
): ParseResult<PlainLightCommand> {
  const names = Object.keys(parsers);
  if (!isObject(payload)) return refuse(at, `an object as ${format} sends it`, payload);
  const command: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(payload)) {
    const parse = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
    if (parse === undefined) {
      if (ignored === 'others' || ignored.includes(name)) continue;
      const expected = `one of ${names.join(', ')}, as ${format} sends them`;
      return refuse(appendMemberToPath(at, name), expected, value, findNearestName(name, names));
    }
    if (value === undefined || value === null) continue;
    const parsed = parse(value, appendMemberToPath(at, name));
    if (!parsed.ok) return parsed;
    Object.assign(command, parsed.value);
  }
  return Object.keys(command).length > 0
    ? accept(command)
    : refuse(at, `something to do as ${format} sends it, such as ${names.join(', ')}`, payload);
}

/** Returns any other value unchanged. */
export function parseJsonObjectIfText(payload: unknown): unknown {
  const isText = typeof payload === 'string' && payload.trim().startsWith('{');
  return isText ? (parseJsonOrUndefined(payload) ?? payload) : payload;
}

export function createNumberParser(
  word: string,
  bounds: readonly [minimum: number, maximum: number],
  convert: (number: number) => unknown = (number) => number,
): ExternalFormatMemberParser {
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
export const parseOnMember: ExternalFormatMemberParser = (value, at) => {
  const on = value === 1 || value === 0 ? value === 1 : parseOnOff(value);
  return on === undefined ? refuse(at, 'on or off', value) : accept({ on });
};

/** Rounded to hundredths. */
export const createPercentConverter =
  (largest: number) =>
  (value: number): number =>
    roundTo((value / largest) * 100, 2);

/** A whole number; at least 1 above 0 %, since 0 means off. */
export const fromPercent = (percent: number, largest: number): number =>
  percent === 0 ? 0 : Math.max(1, Math.round((percent / 100) * largest));
