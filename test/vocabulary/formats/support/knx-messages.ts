import type { RealMessage, RealMessages, RealState } from './real-messages';

const receive = (
  type: string,
  telegram: string,
  payload: unknown,
  words: unknown,
  reason?: string,
): RealMessage => ({
  given: { type, telegram },
  message: { payload },
  words,
  ...(reason === undefined ? {} : { reason }),
});

const tell = (type: string, value: unknown, kept: unknown, reason?: string): RealState => ({
  sent: { type, value },
  kept,
  ...(reason === undefined ? {} : { reason }),
});

const rgbw = (levels: readonly number[], masks: readonly number[]) => ({
  red: levels[0],
  green: levels[1],
  blue: levels[2],
  white: levels[3],
  mR: masks[0],
  mG: masks[1],
  mB: masks[2],
  mW: masks[3],
});

const xyY = (isColorValid: boolean, isBrightnessValid: boolean) => ({
  x: 26_214,
  y: 26_214,
  brightness: 128,
  isColorValid,
  isBrightnessValid,
});

const timedWhite = (
  isTimePeriodValid: boolean,
  isAbsoluteColourTemperatureValid: boolean,
  isAbsoluteBrightnessValid: boolean,
) => ({
  transitionTime: 20,
  colourTemperature: 4000,
  absoluteBrightness: 51,
  isTimePeriodValid,
  isAbsoluteColourTemperatureValid,
  isAbsoluteBrightnessValid,
});

const needsUnit =
  'A bare number is a percentage in plain words. The page of the words tells what to set.';

/** Telegrams of group addresses, by their datapoint type. */
export const knxMessages: RealMessages = {
  name: 'knx',
  packages: ['knxultimate@5.4.0'],
  format: 'plain',
  messages: [
    receive('1.001', '00', false, false),
    receive('1.001', '01', true, true),
    receive('2.001', '03', { priority: true, data: true }, true),
    receive('2.001', '02', { priority: true, data: false }, false),
    receive('2.001', '00', { priority: false, data: false }, 'nothing'),
    receive('3.007', '08', { decr_incr: 1, data: 0 }, 'stop'),
    receive('3.007', '00', { decr_incr: 0, data: 0 }, 'stop'),
    receive('3.007', '09', { decr_incr: 1, data: 1 }, { dim: 'up' }),
    receive('3.007', '01', { decr_incr: 0, data: 1 }, { dim: 'down' }),
    receive('3.007', '0a', { decr_incr: 1, data: 2 }, '+50'),
    receive('3.007', '03', { decr_incr: 0, data: 3 }, '-25'),
    receive('3.007', '0c', { decr_incr: 1, data: 4 }, '+12.5'),
    receive('3.007', '07', { decr_incr: 0, data: 7 }, '-1.56'),
    receive('5.001', '00', 0, 0),
    receive('5.001', '80', 50, 50),
    receive('5.001', 'ff', 100, 100),
    receive('5.003', '80', 181, { hue: 181 }, needsUnit),
    receive('7.600', '0a8c', 2700, { kelvin: 2700 }, needsUnit),
    receive('232.600', 'ff8800', { red: 255, green: 136, blue: 0 }, '#ff8800'),
    receive('232.600', '000000', { red: 0, green: 0, blue: 0 }, false),
    receive('242.600', '666666668003', xyY(true, true), { xy: [0.4, 0.4], brightness: 50.2 }),
    receive('242.600', '666666668002', xyY(true, false), { xy: [0.4, 0.4] }),
    receive('242.600', '666666668001', xyY(false, true), 50.2),
    receive('242.600', '666666668000', xyY(false, false), 'nothing'),
    receive('249.600', '00140fa03307', timedWhite(true, true, true), {
      kelvin: 4000,
      brightness: 20,
      transition: '2s',
    }),
    receive('249.600', '00140fa03303', timedWhite(false, true, true), {
      kelvin: 4000,
      brightness: 20,
    }),
    receive('249.600', '00140fa03301', timedWhite(false, false, true), 20),
    receive('249.600', '00140fa03304', timedWhite(true, false, false), 'nothing'),
    receive('251.600', 'ff880000000f', rgbw([255, 136, 0, 0], [1, 1, 1, 1]), {
      color: '#ff8800',
      brightness: 100,
    }),
    receive('251.600', '000000660001', rgbw([0, 0, 0, 102], [0, 0, 0, 1]), {
      color: '#ffffff',
      brightness: 40,
    }),
    receive('251.600', '331b00c8000e', rgbw([51, 27, 0, 200], [1, 1, 1, 0]), {
      color: '#ff8700',
      brightness: 20,
    }),
    receive('251.600', '00000000000f', rgbw([0, 0, 0, 0], [1, 1, 1, 1]), false),
    receive('251.600', '000000000000', rgbw([0, 0, 0, 0], [0, 0, 0, 0]), 'nothing'),
  ],
  states: [
    tell('1.001', true, true),
    tell('1.001', false, false),
    tell('5.001', 50, 50),
    tell('5.001', 100, 100),
    tell('5.001', 0.39, 0, 'The package rounds a brightness below 0.5 % to 0.'),
    tell('7.600', 2703, 2703),
    tell('232.600', { red: 255, green: 136, blue: 0 }, { red: 255, green: 136, blue: 0 }),
  ],
};
