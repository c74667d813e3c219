import type { Members } from '../../resources';
import { isObject, maxTransition, acceptedMirekRange } from '../../resources';
import type { PlainLight } from '../../resources/types/light';
import type { Xy } from '../../units/light-color';
import { acceptedKelvinRange } from '../light/properties/color-temperature';
import { parseBoundedNumber } from '../parsing/parse-scalars';
import { accept, refuse, mapResult } from '../parsing/parse-result';
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
import { parseMqttColor } from './mqtt-color';
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

/** Of these members, the first one counts, as in Zigbee2MQTT. */
const colorAndWhiteNames: ReadonlySet<string> = new Set([
  'color',
  'color_temp',
  'color_temp_percent',
]);

/** Warns of a colour behind a white, and of a white behind a colour. */
export const unlessSecondColor =
  (name: string, parse: ExternalFormatMemberParser): ExternalFormatMemberParser =>
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
    shared: Record<MqttParserName, ExternalFormatMemberParser>,
  ) => Readonly<Record<string, ExternalFormatMemberParser>>;
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
  return {
    parse(payload, at, context) {
      const members = parseMqttMembers(payload);
      const prepared = isObject(members) ? prepare(members) : members;
      return parsePayloadInFormat(prepared, at, { format, parsers, ignored }, context);
    },
    format: (light, { xy }) => formatMqttLight(light, xy, largest),
  };
}
