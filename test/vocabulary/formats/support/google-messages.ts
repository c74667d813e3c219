import type { Members } from '../../../../src/resources/members';
import type { PlainLight } from '../../../../src/resources/types/light';
import { formatLightState } from '../../../../src/vocabulary/formats/light-formats';
import type { RealMessage, RealMessages, RealState } from './real-messages';

/** What the device knew before. */
const before = {
  online: true,
  brightness: 65,
  color: { temperatureK: 6500 },
  activeLightEffect: '',
  on: true,
};

const say = (
  command: string,
  params: Members,
  changes: Members,
  words: unknown,
  model = 'rgb_temp',
): RealMessage => ({
  given: { model, command, params },
  message: { device_name: 'Lamp', command, params, payload: { ...before, ...changes } },
  words,
});

const orange = { on: true, brightness: 50, color: '#ff8800' };

/** The node keeps the colour of its own model. */
const tell = (model: string, light: PlainLight, kept?: unknown): RealState => {
  const payload = formatLightState('google', light, {});
  return { sent: { model, payload }, kept: kept ?? payload };
};

export const googleMessages: RealMessages = {
  name: 'google',
  packages: ['node-red-contrib-google-smarthome@0.6.0'],
  format: 'google',
  messages: [
    say('OnOff', { on: true }, {}, true),
    say('OnOff', { on: false }, { on: false }, false),
    ...[0, 1, 30, 100].map((brightness) =>
      say('BrightnessAbsolute', { brightness }, { brightness }, brightness),
    ),
    say('BrightnessRelative', { brightnessRelativePercent: 20 }, {}, '+20'),
    say('BrightnessRelative', { brightnessRelativePercent: -20 }, {}, '-20'),
    say('BrightnessRelative', { brightnessRelativeWeight: 3 }, {}, '+30'),
    say('BrightnessRelative', { brightnessRelativeWeight: -1 }, {}, '-10'),
    ...[0xff_00_ff, 0xff_88_00, 0xff_ff_ff].map((spectrumRGB) =>
      say(
        'ColorAbsolute',
        { color: { name: 'a colour', spectrumRGB } },
        { color: { spectrumRgb: spectrumRGB } },
        `#${spectrumRGB.toString(16)}`,
      ),
    ),
    ...[2000, 2700, 6500].map((temperature) =>
      say(
        'ColorAbsolute',
        { color: { name: 'a white', temperature } },
        { color: { temperatureK: temperature } },
        { kelvin: temperature },
      ),
    ),
    say(
      'ColorAbsolute',
      { color: { name: 'blue', spectrumHSV: { hue: 240, saturation: 1, value: 1 } } },
      { color: { spectrumHsv: { hue: 240, saturation: 1, value: 1 } } },
      '#0000ff',
      'hsv_temp',
    ),
    say(
      'ColorAbsolute',
      { color: { name: 'navy', spectrumHSV: { hue: 240, saturation: 1, value: 0.5 } } },
      { color: { spectrumHsv: { hue: 240, saturation: 1, value: 0.5 } } },
      { color: '#0000ff', brightness: 50 },
      'hsv_temp',
    ),
    say('ColorLoop', { duration: 60 }, { activeLightEffect: 'colorLoop' }, { effect: 'prism' }),
    say(
      'Sleep',
      { duration: 600 },
      { activeLightEffect: 'sleep' },
      { on: false, transition: '10min' },
    ),
    say('Wake', {}, { activeLightEffect: 'wake' }, { brightness: 100, transition: '30min' }),
    say('StopEffect', {}, {}, { effect: 'none', dim: 'stop' }),
  ],
  states: [
    tell('rgb_temp', orange, { on: true, brightness: 50, color: { spectrumRgb: 0xff_88_00 } }),
    tell('hsv_temp', orange, {
      on: true,
      brightness: 50,
      color: { spectrumHsv: { hue: 32, saturation: 1, value: 1 } },
    }),
    tell('rgb_temp', { on: true, brightness: 50, kelvin: 2703 }),
    tell('hsv_temp', { on: true, brightness: 50, kelvin: 2703 }),
    tell('temp', { on: true, brightness: 0.39, kelvin: 6500 }),
    tell(
      'rgb_temp',
      { on: false, brightness: 50 },
      { on: false, brightness: 50, color: { temperatureK: 6500 } },
    ),
  ],
};
