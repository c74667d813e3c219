import type { PlainLight } from '../../resources/types/light';
import { createParseSuccess } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import { alexaLightFormat } from './alexa';
import { googleLightFormat } from './google';
import { homeAssistantLightFormat } from './home-assistant';
import { homekitLightFormat } from './homekit';
import { hueMagicLightFormat } from './huemagic/light-format';
import type {
  LightCommandTarget,
  LightFormatCodec,
  LightFormatName,
  ShownColor,
} from './light-format-codec';
import { openhabLightFormat } from './openhab';
import { zigbee2mqttLightFormat } from './zigbee2mqtt';

/** All formats but our own, by name. */
const lightFormats: Readonly<Record<Exclude<LightFormatName, 'plain'>, LightFormatCodec>> = {
  homekit: homekitLightFormat,
  'home-assistant': homeAssistantLightFormat,
  google: googleLightFormat,
  alexa: alexaLightFormat,
  zigbee2mqtt: zigbee2mqttLightFormat,
  openhab: openhabLightFormat,
  huemagic: hueMagicLightFormat,
};

/**
 * Turns a light command of another format into a command in plain words.
 *
 * @param payload what the other system sends
 * @param at path of the payload, for problems
 * @param target for which lamp or group it is; nothing is known of a lamp when it is missing
 * @returns the payload itself for the plain format; what it says is not checked against a lamp
 */
export const parseFormattedCommand = (
  format: LightFormatName,
  payload: unknown,
  at: string,
  target: LightCommandTarget = { kind: 'light', lamp: undefined },
): ParseResult<unknown> =>
  format === 'plain'
    ? createParseSuccess(payload)
    : lightFormats[format].parse(payload, at, target);

/**
 * Writes the plain value of a lamp or a group in another format.
 *
 * @returns the value itself for the plain format
 */
export const formatLightState = (
  format: LightFormatName,
  light: PlainLight,
  shown: ShownColor,
): unknown => (format === 'plain' ? light : lightFormats[format].format(light, shown));
