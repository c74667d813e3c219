import { accept, refuse } from '../parsing/parse-result';
import { parseBoundedNumber } from '../parsing/parse-scalars';
import { createPercentConverter, parseOnMember } from './member-parser';
import type { ExternalFormatMemberParser } from './member-parser';
import { createMqttLightFormat, parseMqttColorTemp } from './mqtt-members';
import type { Members } from '../../resources';

const largestBrightness = 254;

/** In mirek. */
const mirekByName: ReadonlyMap<unknown, number> = new Map([
  ['coolest', 153],
  ['cool', 250],
  ['neutral', 370],
  ['warm', 454],
  ['warmest', 500],
]);

/** Effects that have another name in plain words. */
const wordsByEffect: ReadonlyMap<unknown, Members> = new Map<unknown, Members>([
  ['blink', { alert: true }],
  ['breathe', { alert: true }],
  ['okay', { alert: true }],
  ['channel_change', { alert: true }],
  ['finish_effect', { effect: 'none' }],
  ['stop_effect', { effect: 'none' }],
  ['stop_hue_effect', { effect: 'none' }],
  ['fireplace', { effect: 'fire' }],
  ['colorloop', { effect: 'prism' }],
]);

const parseState: ExternalFormatMemberParser = (value, at, context) =>
  typeof value === 'string' && value.toUpperCase() === 'TOGGLE'
    ? accept({ toggle: true })
    : parseOnMember(value, at, context);

const parseNamedColorTemp: ExternalFormatMemberParser = (value, at, context) => {
  const mirek = mirekByName.get(value);
  return mirek === undefined ? parseMqttColorTemp(value, at, context) : accept({ mirek });
};

/** Negative for down. */
const parseBrightnessStep: ExternalFormatMemberParser = (value, at) => {
  const isStep = typeof value === 'number' && Math.abs(value) <= largestBrightness;
  if (!isStep) {
    const expected = `a number from -${largestBrightness} to ${largestBrightness}`;
    return refuse(at, expected, value);
  }
  const percent = createPercentConverter(largestBrightness)(Math.abs(value));
  return accept({ brightness: `${value < 0 ? '-' : '+'}${percent}` });
};

/** Units per second, negative for down; 0 or "stop" ends the change. */
const parseBrightnessMove: ExternalFormatMemberParser = (value, at) => {
  if (value === 'stop' || value === 0) return accept({ dim: 'stop' });
  const speed = parseBoundedNumber(typeof value === 'number' ? Math.abs(value) : value, at, [
    1,
    largestBrightness,
  ]);
  if (!speed.ok) return speed;
  const dim = Number(value) < 0 ? 'down' : 'up';
  return accept({
    dim,
    transition: Math.round((largestBrightness / speed.value) * 1_000),
  });
};

/** https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html */
export const zigbee2mqttLightFormat = createMqttLightFormat(
  'Zigbee2MQTT',
  largestBrightness,
  ({ state: _state, brightness, ...others }) => ({
    state: parseState,
    brightness,
    brightness_step: parseBrightnessStep,
    brightness_move: parseBrightnessMove,
    ...others,
    color_temp: parseNamedColorTemp,
    effect: (value) => accept(wordsByEffect.get(value) ?? { effect: value }),
  }),
);
