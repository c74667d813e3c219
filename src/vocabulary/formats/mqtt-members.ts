import type { Members } from '../../resources';
import { isObject, maxTransition, acceptedMirekRange } from '../../resources';
import type { PlainLight } from '../../resources/types/light';
import type { Xy } from '../../units/light-color';
import { acceptedKelvinRange } from '../light/properties/color-temperature';
import { parseColor } from '../parsing/parse-color';
import { parseBoundedNumber } from '../parsing/parse-scalars';
import { accept, refuse, mapResult } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import type { LightFormatCodec, PlainLightCommand } from './light-format-codec';
import {
  createNumberParser,
  createPercentConverter,
  fromPercent,
  parseJsonObjectIfText,
  parseOnMember,
  parsePayloadInFormat,
} from './member-parser';
import type { ExternalFormatMemberParser } from './member-parser';
import { getPlainLightMirek } from './shown-color';

/** Shared by Zigbee2MQTT and the JSON schema of Home Assistant's MQTT lights. */

/** Mirek or kelvin; the two ranges do not overlap. */
export const parseMqttColorTemp: ExternalFormatMemberParser = (value, at) => {
  const [lowest, highest] = [acceptedMirekRange[0], acceptedKelvinRange[1]];
  const number = parseBoundedNumber(value, at, [lowest, highest]);
  if (!number.ok) return number;
  return number.value > acceptedMirekRange[1]
    ? accept({ kelvin: number.value })
    : accept({ mirek: Math.round(number.value) });
};

const parseTransitionInSeconds: ExternalFormatMemberParser = (value, at) => {
  const limited = parseBoundedNumber(value, at, [0, maxTransition / 1_000]);
  return mapResult(limited, (seconds) => ({ transition: Math.round(seconds * 1_000) }));
};

/** The most exact notation first: a state can contain several. */
const colorNotations: readonly (readonly string[])[] = [
  ['x', 'y'],
  ['r', 'g', 'b'],
  ['h', 's'],
  ['hue', 'saturation'],
];

/** Hue in degrees, saturation in percent. */
const parseColorMember: ExternalFormatMemberParser = (value, at) => {
  if (!isObject(value)) return refuse(at, 'an object such as {x, y} or {r, g, b}', value);
  const names = colorNotations.find((notation) => notation.every((name) => name in value));
  if (names === undefined) {
    const text =
      value['hex'] ?? (typeof value['rgb'] === 'string' ? `rgb(${value['rgb']})` : value);
    return checkColor(text, at);
  }
  const [first = '', second = ''] = names;
  const members =
    names[0] === 'h' ? { hue: value[first], saturation: value[second] } : pick(value, names);
  return checkColor(members, at);
};

/** The conversion of a colour depends on the lamp. */
const checkColor = (color: unknown, at: string): ParseResult<PlainLightCommand> =>
  mapResult(parseColor(color, at), () => ({ color }));

const pick = (value: Members, names: readonly string[]): PlainLightCommand =>
  Object.fromEntries(names.map((name) => [name, value[name]]));

function omitUnshownColor(payload: unknown): unknown {
  if (!isObject(payload) || payload['color_mode'] === undefined) return payload;
  const { color, color_temp, ...others } = payload;
  if (payload['color_mode'] === 'color_temp') return { ...others, color_temp };
  return color === undefined ? payload : { ...others, color };
}

/** Also a JSON text, or a bare text such as `ON`. */
function parseMqttMembers(payload: unknown): unknown {
  const state = omitUnshownColor(parseJsonObjectIfText(payload));
  return typeof state === 'string' ? { state } : state;
}

/** @param largestBrightness value of 100 percent */
export function formatMqttLight(
  light: PlainLight,
  xy: Xy | undefined,
  largestBrightness: number,
): PlainLightCommand {
  const mirek = getPlainLightMirek(light);
  const { brightness, effect } = light;
  return {
    state: light.on === true ? 'ON' : 'OFF',
    ...(brightness === undefined ? {} : { brightness: fromPercent(brightness, largestBrightness) }),
    color_mode:
      xy !== undefined
        ? 'xy'
        : mirek !== undefined
          ? 'color_temp'
          : brightness === undefined
            ? 'onoff'
            : 'brightness',
    ...(xy === undefined ? {} : { color: xy }),
    ...(mirek === undefined ? {} : { color_temp: mirek }),
    ...(effect === undefined ? {} : { effect }),
  };
}

/** Members of a state that ask for nothing. */
const stateMembers = ['color_mode', 'color_temp_kelvin', 'last_seen', 'linkquality', 'update'];

type MqttParserName = 'brightness' | 'color' | 'color_temp' | 'effect' | 'transition' | 'state';

/**
 * @param largest value of 100 percent
 * @param complete adds to the shared parsers
 */
export function createMqttLightFormat(
  format: string,
  largest: number,
  complete: (
    shared: Record<MqttParserName, ExternalFormatMemberParser>,
  ) => Readonly<Record<string, ExternalFormatMemberParser>>,
): LightFormatCodec {
  const parsers = complete({
    state: parseOnMember,
    brightness: createNumberParser('brightness', [0, largest], createPercentConverter(largest)),
    color: parseColorMember,
    color_temp: parseMqttColorTemp,
    effect: (effect) => accept({ effect }),
    transition: parseTransitionInSeconds,
  });
  return {
    parse: (payload, at, context) =>
      parsePayloadInFormat(
        parseMqttMembers(payload),
        at,
        { format, parsers, ignored: stateMembers },
        context,
      ),
    format: (light, { xy }) => formatMqttLight(light, xy, largest),
  };
}
