import { accept, refuse } from '../parsing/parse-result';
import type { LightFormatCodec } from './light-format-codec';
import {
  createNumberParser,
  parsePayloadInFormat,
  parseOnMember,
  createPercentConverter,
} from './member-parser';
import type { ExternalFormatMemberParser } from './member-parser';
import {
  formatMqttLight,
  parseColorMember,
  parseMqttColorTemp,
  parseTransitionInSeconds,
  parseMqttMembers,
} from './mqtt-members';

/** Value of 100 percent, unless `brightness_scale` is set. */
export const maxHomeAssistantBrightness = 255;

const parseFlash: ExternalFormatMemberParser = (value, at) => {
  if (value === 'short') return accept({ alert: true });
  return value === 'long' ? accept({ signal: 'on_off' }) : refuse(at, 'short or long', value);
};

/** The JSON schema of MQTT lights: https://www.home-assistant.io/integrations/light.mqtt/#json-schema */
export const homeAssistantLightFormat: LightFormatCodec = {
  parse: (payload, at) =>
    parsePayloadInFormat(parseMqttMembers(payload), at, {
      format: 'Home Assistant',
      parsers: {
        state: parseOnMember,
        brightness: createNumberParser(
          'brightness',
          [0, maxHomeAssistantBrightness],
          createPercentConverter(maxHomeAssistantBrightness),
        ),
        color: parseColorMember,
        color_temp: parseMqttColorTemp,
        effect: (value) => accept({ effect: value }),
        transition: parseTransitionInSeconds,
        flash: parseFlash,
      },
      ignored: 'others',
    }),
  format: (light, { xy }) => formatMqttLight(light, xy, maxHomeAssistantBrightness),
};
