import { isObject, appendMemberToPath } from '../../resources/members';
import type { Members } from '../../resources/members';
import { maxTransition, acceptedMirekRange } from '../../resources/light-schemas';
import type { PlainLight } from '../../resources/types/light';
import type { Xy } from '../../units/color';
import { acceptedKelvinRange } from '../light/words/white';
import { parseBoundedNumber } from '../values';
import { accept, refuse, mapResult } from '../parse-result';
import type { ParseResult } from '../parse-result';
import type { LightFormatCodec, PlainLightCommand } from './light-format';
import {
  createNumberParser,
  createPercentConverter,
  fromPercent,
  parseJsonObjectIfText,
  parseOnMember,
  parsePayloadInFormat,
  getPlainLightMirek,
} from './members';
import type { FormatMemberParser } from './members';
import { roundTo } from '../../units/arithmetic';
import { parseColor } from '../color';

/** Shared by Zigbee2MQTT and the JSON schema of Home Assistant's MQTT lights. */

/** Mirek or kelvin; the two ranges do not overlap. */
export const parseMqttColorTemp: FormatMemberParser = (value, at) => {
  const [lowest, highest] = [acceptedMirekRange[0], acceptedKelvinRange[1]];
  const number = parseBoundedNumber(value, at, [lowest, highest]);
  if (!number.ok) return number;
  return number.value > acceptedMirekRange[1]
    ? accept({ kelvin: number.value })
    : accept({ mirek: Math.round(number.value) });
};

const parseTransitionInSeconds: FormatMemberParser = (value, at) => {
  const limited = parseBoundedNumber(value, at, [0, maxTransition / 1_000]);
  return mapResult(limited, (seconds) => ({ transition: Math.round(seconds * 1_000) }));
};

/** Of these members, the first one counts, as in Zigbee2MQTT. */
const colorAndWhiteNames: ReadonlySet<string> = new Set([
  'color',
  'color_temp',
  'color_temp_percent',
]);

/** Warns of a colour behind a white, and of a white behind a colour. */
export const unlessSecondColor =
  (name: string, parse: FormatMemberParser): FormatMemberParser =>
  (value, at, context) => {
    const { payload, warn } = context;
    const first = Object.keys(payload).find(
      (one) => colorAndWhiteNames.has(one) && payload[one] !== undefined && payload[one] !== null,
    );
    if (first === name) return parse(value, at, context);
    warn(
      `${at}: of a colour and a white, the first counts, which is ${first}. It was not applied.`,
    );
    return accept({});
  };

function omitUnshownColor(payload: unknown): unknown {
  if (!isObject(payload) || payload['color_mode'] === undefined) return payload;
  const { color, color_temp, ...others } = payload;
  if (payload['color_mode'] === 'color_temp') return { ...others, color_temp };
  return color === undefined ? payload : { ...others, color };
}

/**
 * Home Assistant takes a `state` of null for unknown (home-assistant/core, mqtt/light/schema_json.py).
 *
 * @param largestBrightness value of 100 percent
 */
export function formatMqttLight(
  light: PlainLight,
  xy: Xy | undefined,
  largestBrightness: number,
): PlainLightCommand {
  const mirek = getPlainLightMirek(light);
  const { brightness, effect } = light;
  return {
    state: light.on === undefined ? null : light.on ? 'ON' : 'OFF',
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

type MqttParserName = 'brightness' | 'color' | 'color_temp' | 'effect' | 'transition' | 'state';

interface MqttLightFormat {
  /** Shown in problems. */
  readonly format: string;
  /** Value of 100 percent. */
  readonly largest: number;
  /** Members that ask for nothing. */
  readonly ignored: readonly string[];
  /** Adds to the shared parsers. */
  readonly complete: (
    shared: Record<MqttParserName, FormatMemberParser>,
  ) => Readonly<Record<string, FormatMemberParser>>;
  /** Of the payload. */
  readonly prepare?: (payload: Members) => Members;
}

export function createMqttLightFormat({
  format,
  largest,
  ignored,
  complete,
  prepare = (payload) => payload,
}: MqttLightFormat): LightFormatCodec {
  const parsers = complete({
    state: parseOnMember,
    brightness: createNumberParser('brightness', [0, largest], createPercentConverter(largest)),
    color: unlessSecondColor('color', parseMqttColor),
    color_temp: unlessSecondColor('color_temp', parseMqttColorTemp),
    effect: (effect, at) =>
      typeof effect === 'string' ? accept({ effect }) : refuse(at, 'the name of an effect', effect),
    transition: parseTransitionInSeconds,
  });
  const members = { format, parsers, ignored };
  return {
    parse(payload, at, context) {
      const read = omitUnshownColor(parseJsonObjectIfText(payload));
      // Such as `ON`.
      if (typeof read === 'string')
        return parsePayloadInFormat({ state: read }, at, members, context, () => at);
      return parsePayloadInFormat(isObject(read) ? prepare(read) : read, at, members, context);
    },
    format: (light, { xy }) => formatMqttLight(light, xy, largest),
  };
}

/** In degrees and percent. */
interface HueColor {
  readonly hue?: number;
  readonly saturation?: number;
  readonly brightness?: number;
}

interface Notation {
  /** Of the object, all of them necessary; or one text with commas. */
  readonly names: readonly string[];
  readonly parse: (values: readonly unknown[], at: string) => ParseResult<PlainLightCommand>;
}

/** The conversion of a colour depends on the lamp. */
const checkColor = (color: unknown, at: string): ParseResult<PlainLightCommand> =>
  mapResult(parseColor(color, at), () => ({ color }));

const toMembers = (names: readonly string[], values: readonly unknown[]): Members =>
  Object.fromEntries(names.map((name, index) => [name, values[index]]));

const createPlainNotation = (...names: readonly string[]): Notation => ({
  names,
  parse: (values, at) => checkColor(toMembers(names, values), at),
});

const hueParts = ['hue', 'saturation', 'brightness'] as const;

const createHueNotation = (
  names: readonly string[],
  parts: readonly (typeof hueParts)[number][] = hueParts,
  convert: (color: HueColor) => HueColor = (color) => color,
): Notation => ({
  names,
  parse(values, at) {
    const color: Record<string, number> = {};
    for (const [index, part] of parts.entries()) {
      const path = appendMemberToPath(at, names[index] ?? part);
      const number = parseBoundedNumber(values[index], path, [0, part === 'hue' ? 360 : 100]);
      if (!number.ok) return number;
      color[part] = number.value;
    }
    return accept(toPlainHue(convert(color)));
  },
});

/** A brightness of 0 is off. */
const toPlainHue = ({ brightness, ...color }: HueColor): PlainLightCommand => ({
  ...color,
  ...(brightness === undefined ? {} : brightness === 0 ? { on: false } : { brightness }),
});

function fromLightness({ hue = 0, saturation = 0, brightness: lightness = 0 }: HueColor): HueColor {
  const chroma = (saturation * Math.min(lightness, 100 - lightness)) / 100;
  const value = lightness + chroma;
  return {
    hue,
    saturation: value === 0 ? 0 : roundTo((200 * chroma) / value, 2),
    brightness: roundTo(value, 2),
  };
}

/** The first one that fits counts, as in Zigbee2MQTT: a state can contain several. */
const objectNotations: readonly Notation[] = [
  createPlainNotation('x', 'y'),
  createPlainNotation('r', 'g', 'b'),
  { names: ['rgb'], parse: ([text], at) => parseTextNotation('rgb', text, at) },
  { names: ['hex'], parse: ([text], at) => checkColor(text, appendMemberToPath(at, 'hex')) },
  createHueNotation(['h', 's', 'l'], hueParts, fromLightness),
  { names: ['hsl'], parse: ([text], at) => parseTextNotation('hsl', text, at) },
  createHueNotation(['h', 's', 'b']),
  { names: ['hsb'], parse: ([text], at) => parseTextNotation('hsb', text, at) },
  createHueNotation(['h', 's', 'v']),
  { names: ['hsv'], parse: ([text], at) => parseTextNotation('hsv', text, at) },
  createHueNotation(['h', 's'], ['hue', 'saturation']),
  createHueNotation(['h'], ['hue']),
  createHueNotation(['s'], ['saturation']),
  createHueNotation(['hue', 'saturation', 'value']),
  createHueNotation(['hue', 'saturation'], ['hue', 'saturation']),
  createHueNotation(['hue'], ['hue']),
  createHueNotation(['saturation'], ['saturation']),
];

/** Such as `"30,100,50"`. */
function parseTextNotation(
  name: string,
  text: unknown,
  at: string,
): ParseResult<PlainLightCommand> {
  const path = appendMemberToPath(at, name);
  const letters = [...name];
  const values = typeof text === 'string' ? text.split(',').map((part) => part.trim()) : [];
  const notation = objectNotations.find(({ names }) => names.join(',') === letters.join(','));
  if (values.length !== letters.length || notation === undefined)
    return refuse(path, `three numbers with commas between them, such as "30,100,50"`, text);
  const numbers = values.map((value) => (value === '' ? value : Number(value)));
  return mapResult(notation.parse(numbers, path), (command) => command);
}

/**
 * Parses the member `color`, whose notation may contain a brightness. Hue in degrees; saturation, brightness and
 * lightness in percent.
 *
 * @returns words `color`, or `hue` and `saturation`, of which one alone keeps the other; with `brightness` if given
 */
export function parseMqttColor(value: unknown, at: string): ParseResult<PlainLightCommand> {
  if (!isObject(value)) return checkColor(value, at);
  const given = (name: string): boolean => value[name] !== undefined && value[name] !== null;
  const notation = objectNotations.find(({ names }) => names.every(given));
  return notation === undefined
    ? refuse(at, 'a colour such as {x, y}, {r, g, b}, {hue, saturation} or "#ff8800"', value)
    : notation.parse(
        notation.names.map((name) => value[name]),
        at,
      );
}
