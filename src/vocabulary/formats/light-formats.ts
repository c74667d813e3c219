import type { PlainLight } from '../../resources/types/light';
import { accept } from '../parsing/parse-result';
import type { ParseResult } from '../parsing/parse-result';
import { alexaLightFormat } from './alexa';
import { googleLightFormat } from './google';
import { homeAssistantLightFormat } from './home-assistant';
import { homekitLightFormat } from './homekit';
import { hueMagicLightFormat } from './huemagic/light-format';
import type { LightFormatCodec, LightFormatName, ShownColor } from './light-format-codec';
import type { LightCommandTarget } from '../light/light-property';
import { openhabLightFormat } from './openhab';
import { zigbee2mqttLightFormat } from './zigbee2mqtt';

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
 * Does not check values against the lamp.
 *
 * @param target if missing, the lamp counts as unknown
 * @returns the payload itself for the plain format
 */
export const parseFormattedCommand = (
  format: LightFormatName,
  payload: unknown,
  at: string,
  target: LightCommandTarget = { kind: 'light', lamp: undefined },
): ParseResult<unknown> =>
  format === 'plain' ? accept(payload) : lightFormats[format].parse(payload, at, target);

/** Returns the value itself for the plain format. */
export const formatLightState = (
  format: LightFormatName,
  light: PlainLight,
  shown: ShownColor,
): unknown => (format === 'plain' ? light : lightFormats[format].format(light, shown));
