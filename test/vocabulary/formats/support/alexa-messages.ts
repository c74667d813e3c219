import type { Members } from '../../../../src/resources/members';
import type { PlainLight } from '../../../../src/resources/types/light';
import { formatLightState } from '../../../../src/vocabulary/formats/light-formats';
import type { RealMessage, RealMessages, RealState } from './real-messages';

const orange = { hue: 30, saturation: 1, brightness: 1 };
const crimson = { hue: 348, saturation: 0.9, brightness: 0.86 };

const own = { topic: '', name: 'Desk', _messageId: 'id', _confId: 'conf', extraInfo: {} };

/** @param sent the payload of the message; none if missing */
const skill = (name: string, payload: Members, words: unknown, sent?: unknown): RealMessage => ({
  given: { sender: 'home-skill', name, payload },
  message: {
    ...own,
    _applianceId: 'lamp',
    command: name,
    ...(sent === undefined ? {} : { payload: sent }),
  },
  words,
});

const home = (name: string, payload: Members, words: unknown, sent: unknown): RealMessage => ({
  given: { sender: 'smart-home', name, payload },
  message: { ...own, _endpointId: 'lamp', command: name, payload: sent, acknowledge: false },
  words,
});

/** @param sent the directive and the payload of the message; undefined if the node translates nothing */
const google = (
  command: string,
  params: Members,
  words: unknown,
  sent?: { readonly command: string; readonly payload: unknown },
): RealMessage => ({
  given: { sender: 'smart-home', command, params },
  message: {
    topic: '',
    name: 'Desk',
    _messageId: 'id',
    _endpointId: 'lamp',
    _confId: 'conf',
    command: `action.devices.commands.${command}`,
    params,
    acknowledge: false,
    ...sent,
  },
  words,
});

const knownColor = {
  color: { hue: 60, saturation: 1, brightness: 1 },
  color_rgb: [255, 255, 0],
  color_hex: '#FFFF00',
  color_cmyk: [0, 0, 100, 0],
  color_lab: [97, -22, 94],
  color_xyz: [77, 93, 14],
  color_xy: [0.44416280138233527, 0.5165661629456695],
};

const orangeColor = {
  color: orange,
  color_rgb: [255, 128, 0],
  color_hex: '#FF8000',
  color_cmyk: [0, 50, 100, 0],
  color_lab: [67, 43, 74],
  color_xyz: [49, 37, 4],
};

/** The device sends its whole state: what it knew before, and the changes. */
const device = (name: string, payload: Members, words: unknown, changes: Members): RealMessage => ({
  given: { sender: 'virtual-smart-home', name, payload },
  message: {
    topic: '',
    metadata: {},
    payload: {
      powerState: 'OFF',
      brightness: 100,
      colorTemperatureInKelvin: 2200,
      lightMode: 'temp',
      source: 'alexa',
      directive: name,
      name: 'Desk',
      type: 'COLOR_CHANGING_LIGHT_BULB',
      ...knownColor,
      ...changes,
    },
  },
  words,
});

/** With the setting that sends only what has changed. */
const changed = (name: string, payload: Members, words: unknown, sent: Members): RealMessage => ({
  given: { sender: 'virtual-smart-home', name, payload, diff: true },
  message: {
    topic: '',
    metadata: {},
    payload: { directive: name, name: 'Desk', source: 'alexa', ...sent },
  },
  words,
});

const lights: readonly PlainLight[] = [
  { on: true, brightness: 50, color: '#ff8800' },
  { on: true, brightness: 50, kelvin: 2703 },
  { on: true, brightness: 0.39, kelvin: 6500 },
  { on: false, brightness: 50 },
  { on: true, brightness: 100, color: '#0000ff' },
  { on: true },
];

const tell = (receiver: string, kept: readonly Members[]): RealState[] =>
  lights.map((light, index) => ({
    sent: { receiver, payload: formatLightState('alexa', light, {}) },
    kept: kept[index],
  }));

const brightnessOf = (value: number): Members => ({ percentageState: { value } });
const delta = { deltaPercentage: { value: 25 } };
const appliance = { applianceId: 'lamp', additionalApplianceDetails: {} };

/** Directives of Alexa for lamps, and Google commands, in the words of three packages. */
export const alexaMessages: RealMessages = {
  name: 'alexa',
  packages: [
    'node-red-contrib-alexa-home-skill@0.1.20',
    'node-red-contrib-alexa-smart-home@0.4.68',
    'node-red-contrib-virtual-smart-home@4.5.1',
  ],
  format: 'alexa',
  messages: [
    skill('TurnOnRequest', {}, true, true),
    skill('TurnOffRequest', {}, false, false),
    ...[0, 1, 40, 100].map((value) =>
      skill('SetPercentageRequest', brightnessOf(value), value, value),
    ),
    skill('IncrementPercentageRequest', delta, '+25', 25),
    skill('DecrementPercentageRequest', delta, '-25', -25),
    skill(
      'SetColorRequest',
      { color: orange },
      { hue: 30, saturation: 100, brightness: 100 },
      orange,
    ),
    skill(
      'SetColorRequest',
      { color: crimson },
      { hue: 348, saturation: 90, brightness: 86 },
      crimson,
    ),
    skill('SetColorTemperatureRequest', { colorTemperature: { value: 2700 } }, '2700K', 2700),
    skill('IncrementColorTemperatureRequest', {}, { mirek: '-50' }, { appliance }),
    skill('DecrementColorTemperatureRequest', {}, { mirek: '+50' }),
    skill('SetTargetTemperatureRequest', { targetTemperature: { value: 21 } }, 'nothing', 21),

    home('TurnOn', {}, true, 'ON'),
    home('TurnOff', {}, false, 'OFF'),
    home('Activate', {}, true, 'ON'),
    ...[0, 1, 40, 100].map((brightness) =>
      home('SetBrightness', { brightness }, brightness, brightness),
    ),
    home('AdjustBrightness', { brightnessDelta: -20 }, '-20', -20),
    home('AdjustBrightness', { brightnessDelta: 100 }, '+100', 100),
    home('SetPercentage', { percentage: 60 }, 60, 60),
    home('AdjustPercentage', { percentageDelta: 15 }, '+15', 15),
    home('SetColor', { color: orange }, { hue: 30, saturation: 100, brightness: 100 }, orange),
    home('SetColor', { color: crimson }, { hue: 348, saturation: 90, brightness: 86 }, crimson),
    home('SetColorTemperature', { colorTemperatureInKelvin: 2700 }, '2700K', 2700),
    home('IncreaseColorTemperature', {}, { mirek: '-50' }, 'IncreaseColorTemperature'),
    home('DecreaseColorTemperature', {}, { mirek: '+50' }, 'DecreaseColorTemperature'),
    home('SetRangeValue', { rangeValue: 5 }, 'nothing', 5),
    home('SetVolume', { volume: 30 }, 'nothing', 30),
    home('SetMute', { mute: true }, 'nothing', 'ON'),
    google('OnOff', { on: true }, true, { command: 'TurnOn', payload: 'ON' }),
    google('BrightnessAbsolute', { brightness: 40 }, 40, { command: 'SetBrightness', payload: 40 }),
    google('ColorAbsolute', { color: { temperature: 2700 } }, '2700K', {
      command: 'SetColorTemperature',
      payload: 2700,
    }),
    google('ColorAbsolute', { color: { spectrumRGB: 255 } }, '#0000ff'),

    device('TurnOn', {}, true, { powerState: 'ON' }),
    device('TurnOff', {}, false, {}),
    device('SetBrightness', { brightness: 40 }, 40, { powerState: 'ON', brightness: 40 }),
    device('SetBrightness', { brightness: 0 }, false, { brightness: 0 }),
    device('AdjustBrightness', { brightnessDelta: -20 }, 80, { powerState: 'ON', brightness: 80 }),
    device(
      'SetColor',
      { color: orange },
      { on: true, hue: 30, saturation: 100, brightness: 100 },
      {
        ...orangeColor,
        color_xy: [0.6198168155214332, 0.3677477664088198],
        powerState: 'ON',
        lightMode: 'hsb',
      },
    ),
    device(
      'SetColorTemperature',
      { colorTemperatureInKelvin: 2700 },
      { on: true, kelvin: 2700 },
      { powerState: 'ON', colorTemperatureInKelvin: 2700 },
    ),
    device('IncreaseColorTemperature', {}, '2700K', { colorTemperatureInKelvin: 2700 }),
    device('DecreaseColorTemperature', {}, '1000K', { colorTemperatureInKelvin: 1000 }),
    changed('TurnOn', {}, true, { powerState: 'ON' }),
    changed('TurnOff', {}, false, { powerState: 'OFF' }),
    changed('SetBrightness', { brightness: 40 }, 40, { brightness: 40 }),
    changed(
      'SetColor',
      { color: orange },
      { hue: 30, saturation: 100, brightness: 100 },
      { ...orangeColor, lightMode: 'hsb' },
    ),
    changed('SetColorTemperature', { colorTemperatureInKelvin: 2700 }, '2700K', {
      colorTemperatureInKelvin: 2700,
      lightMode: 'temp',
    }),
  ],
  states: [
    ...tell('virtual-smart-home', [
      {
        brightness: 50,
        color: { hue: 32, saturation: 1, brightness: 0.5 },
        powerState: 'ON',
      },
      { brightness: 50, colorTemperatureInKelvin: 2703, powerState: 'ON' },
      { brightness: 1, colorTemperatureInKelvin: 6500, powerState: 'ON' },
      { brightness: 50, colorTemperatureInKelvin: 2200, powerState: 'OFF' },
      { brightness: 100, color: { hue: 240, saturation: 1, brightness: 1 }, powerState: 'ON' },
      { brightness: 100, colorTemperatureInKelvin: 2200, powerState: 'ON' },
    ]),
    ...tell('smart-home', [
      {
        state: {
          power: 'ON',
          brightness: 50,
          colorHue: 32,
          colorSaturation: 1,
          colorBrightness: 0.5,
        },
      },
      { state: { power: 'ON', brightness: 50, colorTemperature: 2703 } },
      { state: { power: 'ON', brightness: 1, colorTemperature: 6500 } },
      { state: { power: 'OFF', brightness: 50 } },
      {
        state: {
          power: 'ON',
          brightness: 100,
          colorHue: 240,
          colorSaturation: 1,
          colorBrightness: 1,
        },
      },
      { state: { power: 'ON' } },
    ]),
  ],
};
