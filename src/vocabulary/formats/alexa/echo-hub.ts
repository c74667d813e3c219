import {
  acceptedMirekRange,
  appendMemberToPath,
  getNestedMember,
  isObject,
} from '../../../resources';
import type { Members } from '../../../resources';
import type { PlainLight } from '../../../resources/types/light';
import { roundTo } from '../../../units/arithmetic';
import { rgbToHsv } from '../../../units/color-conversion';
import { omitMembers } from '../../parsing/object-members';
import { accept, mapResult, refuse } from '../../parsing/parse-result';
import type { ParseResult } from '../../parsing/parse-result';
import { parseBoundedNumber } from '../../parsing/parse-scalars';
import type { FormattedCommand, LightFormatContext, ShownColor } from '../light-format-codec';
import {
  createNumberParser,
  createPercentConverter,
  fromPercent,
  parseOnMember,
  parsePayloadInFormat,
} from '../member-parser';
import type { ExternalFormatMemberParser, ExternalFormatMemberParsers } from '../member-parser';
import { getPlainLightMirek } from '../shown-color';
import type { HueSaturation } from '../shown-color';

/** Of the brightness and the saturation. */
const largestLevel = 254;
const largestHue = 65_535;

/** Parses a list of as many numbers as there are names. */
function parseNumbers(
  value: unknown,
  at: string,
  length: number,
  maximum: number,
): ParseResult<readonly number[]> {
  if (!Array.isArray(value) || value.length !== length)
    return refuse(at, `a list of ${length} numbers`, value);
  const numbers: number[] = [];
  for (const [index, entry] of value.entries()) {
    const number = parseBoundedNumber(entry, appendMemberToPath(at, index), [0, maximum]);
    if (!number.ok) return number;
    numbers.push(number.value);
  }
  return accept(numbers);
}

const parseXy: ExternalFormatMemberParser = (value, at) =>
  mapResult(parseNumbers(value, at, 2, 1), (xy) => ({ xy }));

/** With its brightness, as the hub takes it. */
const parseRgb: ExternalFormatMemberParser = (value, at) =>
  mapResult(parseNumbers(value, at, 3, 255), ([red = 0, green = 0, blue = 0]) => {
    const shown = rgbToHsv([red, green, blue]);
    return {
      hue: roundTo(shown.hue, 2),
      saturation: roundTo(shown.saturation * 100, 2),
      brightness: roundTo(shown.value * 100, 2),
    };
  });

const hubState: ExternalFormatMemberParsers = {
  format: 'an Echo hub',
  parsers: {
    on: parseOnMember,
    rgb: parseRgb,
    bri: createNumberParser('brightness', [0, largestLevel], createPercentConverter(largestLevel)),
    ct: createNumberParser('mirek', acceptedMirekRange),
    xy: parseXy,
    hue: createNumberParser('hue', [0, largestHue], (hue) => roundTo((hue / largestHue) * 360, 2)),
    sat: createNumberParser('saturation', [0, largestLevel], createPercentConverter(largestLevel)),
    transitiontime: createNumberParser('transition', [0, 60_000], (tenths) => tenths * 100),
  },
  ignored: ['percentage', 'colormode', 'nodeid', 'nodename', 'mode', 'reachable'],
};

export const hubStateMembers: readonly string[] = [
  ...Object.keys(hubState.parsers),
  ...hubState.ignored,
];

/** The path of what somebody asked for, in a message of the hub. */
const askedMember = 'meta.input';

/** Beside the payload in each message of the hub, asked for or not. */
const reportedMembers = ['bri', 'colormode', 'ct', 'hue', 'sat'] as const;

const isSwitchText = (payload: unknown): boolean => payload === 'on' || payload === 'off';

/**
 * Reads a message of node-red-contrib-amazon-echo. Its payload is "on" or "off", and all values are beside it.
 *
 * @returns what somebody asked for; without that, for a lamp that is on, the whole state; undefined for another message
 */
export function parseHubMessage(
  payload: unknown,
  context: LightFormatContext,
): ParseResult<FormattedCommand> | undefined {
  if (!isSwitchText(payload)) return undefined;
  const { messageMembers, refusedMembers = {} } = context;
  const asked = messageMembers[askedMember];
  const names = asked === undefined ? [askedMember, ...reportedMembers] : [];
  const refusal = names
    .map((name) => refusedMembers[name])
    .find((problem) => problem !== undefined);
  if (refusal !== undefined) return refusal;
  if (asked !== undefined) return parseAsked(asked, context);
  const { bri, colormode, ct, hue, sat } = messageMembers;
  if (bri === undefined || colormode === undefined) return undefined;
  if (payload === 'off') return accept({ command: { on: false }, warnings: [] });
  const shown = colormode === 'ct' ? { ct } : { hue, sat };
  return parsePayloadInFormat({ on: true, bri, ...shown }, '', hubState, context);
}

function parseAsked(asked: unknown, context: LightFormatContext): ParseResult<FormattedCommand> {
  if (!isObject(asked)) return refuse(askedMember, 'an object', asked);
  // A state of this package that the hub sends on.
  const known = asked['powerState'] === undefined ? asked : pickMembers(asked, hubStateMembers);
  return parseHubState(known, askedMember, context);
}

const pickMembers = (value: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));

/** True for an object as the hub takes it at its input, without members of the Smart Home Skill API. */
export const isHubState = (payload: Members): boolean =>
  ['on', 'bri', 'ct', 'xy', 'sat', 'rgb'].some((name) => payload[name] !== undefined) &&
  ['powerState', 'brightness', 'color', 'colorTemperatureInKelvin', 'saturation'].every(
    (name) => payload[name] === undefined,
  );

/** A colour counts more than a white beside it, as in the hub. */
export function parseHubState(
  payload: Members,
  at: string,
  context: LightFormatContext,
): ParseResult<FormattedCommand> {
  const { xy, hue, sat, rgb } = payload;
  const isColor = xy !== undefined || rgb !== undefined || (hue !== undefined && sat !== undefined);
  const repeated = xy === undefined ? [] : ['hue', 'sat', 'rgb'];
  const shown = omitMembers(payload, [...(isColor ? ['ct'] : []), ...repeated]);
  return parsePayloadInFormat(shown, at, hubState, context);
}

/**
 * Writes the members that the hub takes at its input (*Process input*). The hub finds its device by the id, otherwise by
 * the name of the lamp, room or zone.
 */
export function formatHubState(
  light: PlainLight,
  shown: HueSaturation | undefined,
  { echoDeviceId, withOwner }: ShownColor,
): object {
  const mirek = getPlainLightMirek(light);
  const name = getNestedMember(withOwner?.owner, 'metadata', 'name');
  return {
    ...(echoDeviceId === undefined
      ? typeof name === 'string' && { nodename: name }
      : { nodeid: echoDeviceId }),
    on: light.on === true,
    ...(light.brightness !== undefined && { bri: fromPercent(light.brightness, largestLevel) }),
    ...(shown !== undefined && {
      hue: Math.round((shown.hue / 360) * largestHue),
      sat: fromPercent(shown.saturation, largestLevel),
    }),
    ...(mirek !== undefined && { ct: mirek }),
  };
}
