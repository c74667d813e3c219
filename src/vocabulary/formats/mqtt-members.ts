import { isObject, maxTransition, acceptedMirekRange } from '../../resources';
import type { PlainLight } from '../../resources/types/light';
import type { Xy } from '../../units/light-color';
import { acceptedKelvinRange } from '../light/properties/color-temperature';
import { parseColor } from '../parsing/parse-color';
import { parseBoundedNumber } from '../parsing/parse-scalars';
import { createParseSuccess, createInvalidValueResult } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import type { PlainLightCommand } from './light-format-codec';
import { fromPercent, parseJsonObjectIfText } from './member-parser';
import type { ExternalFormatMemberParser } from './member-parser';
import { getPlainLightMirek } from './shown-color';

/*
 * Members that the JSON schema of Home Assistant's MQTT lights and Zigbee2MQTT share.
 */

/** `color_temp`: mirek, or kelvin where Home Assistant is set to it; the two ranges do not meet. */
export const parseColorTemp: ExternalFormatMemberParser = (value, at) => {
  const [lowest, highest] = [acceptedMirekRange[0], acceptedKelvinRange[1]];
  const number = parseBoundedNumber(value, at, [lowest, highest]);
  if (!number.ok) return number;
  return number.value > acceptedMirekRange[1]
    ? createParseSuccess({ kelvin: number.value })
    : createParseSuccess({ mirek: Math.round(number.value) });
};

/** `transition`: seconds. */
export const parseTransitionInSeconds: ExternalFormatMemberParser = (value, at) => {
  const seconds = parseBoundedNumber(value, at, [0, maxTransition / 1_000]);
  return seconds.ok
    ? createParseSuccess({ transition: Math.round(seconds.value * 1_000) })
    : seconds;
};

/** Notations of `color`, the exact one first: states say the same colour in several. */
const colorNotations: readonly (readonly string[])[] = [
  ['x', 'y'],
  ['r', 'g', 'b'],
  ['h', 's'],
  ['hue', 'saturation'],
];

/** `color`: `{x, y}`, `{r, g, b}`, `{h, s}` or `{hue, saturation}`, degrees and percent. */
export const parseColorMember: ExternalFormatMemberParser = (value, at) => {
  if (!isObject(value))
    return createInvalidValueResult(at, 'an object such as {x, y} or {r, g, b}', value);
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

/** Leaves a colour as it is said, since what it becomes depends on the lamp. */
function checkColor(color: unknown, at: string): ParseResult<PlainLightCommand> {
  const checked = parseColor(color, at);
  return checked.ok ? createParseSuccess({ color }) : checked;
}

const pick = (value: Record<string, unknown>, names: readonly string[]): PlainLightCommand =>
  Object.fromEntries(names.map((name) => [name, value[name]]));

/**
 * Leaves out of a state the white or the colour that is not shown: states hold both, and say in `color_mode` which of
 * them counts.
 */
function omitUnshownColor(payload: unknown): unknown {
  if (!isObject(payload) || payload['color_mode'] === undefined) return payload;
  const { color, color_temp, ...others } = payload;
  if (payload['color_mode'] === 'color_temp') return { ...others, color_temp };
  return color === undefined ? payload : { ...others, color };
}

/** The members of a command or a state: of an object, of its JSON text, or of a text such as `ON` alone. */
export function parseMqttMembers(payload: unknown): unknown {
  const state = omitUnshownColor(parseJsonObjectIfText(payload));
  return typeof state === 'string' ? { state } : state;
}

/**
 * The state of a lamp as both take it.
 *
 * @param xy its colour in the CIE 1931 diagram; undefined where the plain value has none
 * @param largestBrightness what 100 percent is
 */
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
