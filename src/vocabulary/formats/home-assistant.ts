import { accept, refuse } from '../parsing/parse-result';
import type { ExternalFormatMemberParser } from './member-parser';
import { createMqttLightFormat } from './mqtt-members';

/** Unless `brightness_scale` is set. */
export const maxHomeAssistantBrightness = 255;

const parseFlash: ExternalFormatMemberParser = (value, at) => {
  if (value === 'short') return accept({ alert: true });
  return value === 'long' ? accept({ signal: 'on_off' }) : refuse(at, 'short or long', value);
};

/** https://www.home-assistant.io/integrations/light.mqtt/#json-schema */
export const homeAssistantLightFormat = createMqttLightFormat(
  'Home Assistant',
  maxHomeAssistantBrightness,
  (parsers) => ({ ...parsers, flash: parseFlash }),
);
