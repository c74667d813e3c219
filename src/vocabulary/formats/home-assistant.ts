import { getNestedMember } from '../../resources/members';
import { maxSignalDuration } from '../../resources/light-schemas';
import { acceptedKelvinRange } from '../light/words/white';
import { parseBoundedNumber } from '../values';
import { accept, mapResult, refuse } from '../parse-result';
import type { FormatMemberParser } from './members';
import { createMqttLightFormat } from './mqtt-light';

/** Unless `brightness_scale` is set. */
export const maxHomeAssistantBrightness = 255;

/** Home Assistant sends the seconds of its `flash_time_short` and `flash_time_long`, 2 and 10 unless somebody set them. */
const parseFlash: FormatMemberParser = (value, at) => {
  if (value === 'short') return accept({ alert: true });
  if (value === 'long') return accept({ signal: 'on_off' });
  const seconds = parseBoundedNumber(value, at, [0, maxSignalDuration / 1_000]);
  return seconds.ok
    ? mapResult(seconds, (number) =>
        number <= shortFlash
          ? { alert: true }
          : { signal: { signal: 'on_off', duration: Math.round(number * 1_000) } },
      )
    : refuse(at, 'short, long or seconds', value);
};

/** White channels of a lamp with four or five channels. */
const whiteChannels = ['w', 'c'];

/** A lamp of a bridge has no white channel beside its colour. */
const withoutWhiteChannels =
  (parse: FormatMemberParser): FormatMemberParser =>
  (value, at, context) => {
    const channel = whiteChannels.find((name) => Number(getNestedMember(value, name) ?? 0) > 0);
    if (channel !== undefined)
      context.warn(`${at}.${channel}: a bridge has no white channel, so it was not applied.`);
    return parse(value, at, context);
  };

/** Home Assistant sends a colour as an object; a text is that of another format, whose brightness has another scale. */
const refuseText =
  (parse: FormatMemberParser): FormatMemberParser =>
  (value, at, context) =>
    typeof value === 'string'
      ? refuse(at, 'an object such as {x, y} or {r, g, b}', value)
      : parse(value, at, context);

/** A state of Home Assistant repeats its white in kelvin beside the colour or white that counts. */
const parseKelvinAlone: FormatMemberParser = (value, at, { payload }) =>
  [payload['color'], payload['color_temp']].some((other) => other !== undefined && other !== null)
    ? accept({})
    : mapResult(parseBoundedNumber(value, at, acceptedKelvinRange), (kelvin) => ({ kelvin }));

/** In seconds. */
const shortFlash = 2;

/** https://www.home-assistant.io/integrations/light.mqtt/#json-schema */
export const homeAssistantLightFormat = createMqttLightFormat({
  format: 'Home Assistant',
  largest: maxHomeAssistantBrightness,
  ignored: ['color_mode', 'last_seen', 'linkquality', 'update'],
  complete: ({ color, ...parsers }) => ({
    ...parsers,
    color: refuseText(withoutWhiteChannels(color)),
    color_temp_kelvin: parseKelvinAlone,
    flash: parseFlash,
  }),
});
