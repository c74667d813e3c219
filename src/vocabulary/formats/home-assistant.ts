import { createParseSuccess, createInvalidValueResult } from '../parsing/parse-result';
import type { LightFormat } from './light-format';
import { createNumberParser, parseFormatMembers, parseOnMember, toPercent } from './member-parser';
import type { FormatMemberParser } from './member-parser';
import {
  formatMqttLight,
  parseColorMember,
  parseColorTemp,
  parseTransition,
  parseMqttMembers,
} from './mqtt-members';

/** What Home Assistant says for 100 percent, unless `brightness_scale` is set. */
export const maxHomeAssistantBrightness = 255;

/** `flash`: "short" or "long". */
const parseFlash: FormatMemberParser = (value, at) => {
  if (value === 'short') return createParseSuccess({ alert: true });
  return value === 'long'
    ? createParseSuccess({ signal: 'on_off' })
    : createInvalidValueResult(at, 'short or long', value);
};

/** The JSON schema of MQTT lights: https://www.home-assistant.io/integrations/light.mqtt/#json-schema */
export const homeAssistantFormat: LightFormat = {
  parse: (payload, at) =>
    parseFormatMembers(parseMqttMembers(payload), at, {
      format: 'Home Assistant',
      parsers: {
        state: parseOnMember,
        brightness: createNumberParser(
          'brightness',
          [0, maxHomeAssistantBrightness],
          toPercent(maxHomeAssistantBrightness),
        ),
        color: parseColorMember,
        color_temp: parseColorTemp,
        effect: (value) => createParseSuccess({ effect: value }),
        transition: parseTransition,
        flash: parseFlash,
      },
      ignored: 'others',
    }),
  format: (light) => formatMqttLight(light, maxHomeAssistantBrightness),
};
