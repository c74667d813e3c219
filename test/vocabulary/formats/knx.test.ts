import assert from 'node:assert/strict';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { colorLamp, expectSentence, expectValue } from '../support/sample-resources';

/** What the nodes of KNX decode (knxultimate 5.4.0), with the words that do the same. */
const telegrams: readonly (readonly [payload: object, words: object])[] = [
  [{ priority: true, data: true }, { on: true }],
  [{ priority: true, data: false }, { on: false }],
  [{ decr_incr: 1, data: 0 }, { dim: 'stop' }],
  [{ decr_incr: 0, data: 0 }, { dim: 'stop' }],
  [{ decr_incr: 1, data: 1 }, { dim: 'up' }],
  [{ decr_incr: 0, data: 1 }, { dim: 'down' }],
  [{ decr_incr: 1, data: 2 }, { brightness: '+50' }],
  [{ decr_incr: 0, data: 4 }, { brightness: '-12.5' }],
  [{ decr_incr: 1, data: 7 }, { brightness: '+1.56' }],
  [{ red: 255, green: 136, blue: 0 }, { color: '#ff8800' }],
  [{ red: 0, green: 0, blue: 0 }, { on: false }],
  [
    { red: 255, green: 136, blue: 0, white: 0, mR: 1, mG: 1, mB: 1, mW: 1 },
    { color: '#ff8800', brightness: 100 },
  ],
  [
    { red: 51, green: 27, blue: 0, white: 200, mR: 1, mG: 1, mB: 1, mW: 0 },
    { color: [255, 135, 0], brightness: 20 },
  ],
  [
    { red: 0, green: 0, blue: 0, white: 102, mR: 0, mG: 0, mB: 0, mW: 1 },
    { color: '#ffffff', brightness: 40 },
  ],
  [
    { red: 128, green: 0, blue: 0, white: 128, mR: 1, mG: 1, mB: 1, mW: 1 },
    { color: [255, 128, 128], brightness: 50.2 },
  ],
  [{ red: 0, green: 0, blue: 0, white: 0, mR: 1, mG: 1, mB: 1, mW: 1 }, { on: false }],
  [
    { red: 90, green: 200, blue: 30, white: 0 },
    { color: [115, 255, 38], brightness: 78.43 },
  ],
  [
    { x: 26214, y: 26214, brightness: 128, isColorValid: true, isBrightnessValid: true },
    { xy: [0.4, 0.4], brightness: 50.2 },
  ],
  [
    { x: 26214, y: 26214, brightness: 128, isColorValid: true, isBrightnessValid: false },
    { xy: [0.4, 0.4] },
  ],
  [{ x: 0, y: 0, brightness: 0, isColorValid: false, isBrightnessValid: true }, { brightness: 0 }],
  [
    {
      transitionTime: 20,
      colourTemperature: 4000,
      absoluteBrightness: 51,
      isTimePeriodValid: true,
      isAbsoluteColourTemperatureValid: true,
      isAbsoluteBrightnessValid: true,
    },
    { kelvin: 4000, brightness: 20, transition: 2000 },
  ],
  [
    {
      transitionTime: 65_535,
      colourTemperature: 4000,
      absoluteBrightness: 0,
      isTimePeriodValid: true,
      isAbsoluteColourTemperatureValid: true,
      isAbsoluteBrightnessValid: false,
    },
    { kelvin: 4000, transition: 6_000_000 },
  ],
];

const wrongTelegrams: readonly (readonly [payload: object, sentence: RegExp])[] = [
  [{ priority: false, data: true }, /^payload: expected a switch control whose priority is true/],
  [{ decr_incr: 1, data: 8 }, /^payload\.data: expected a number from 0 to 7, got 8/],
  [{ decr_incr: 2, data: 1 }, /^payload\.decr_incr: expected a number from 0 to 1, got 2/],
  [{ decr_incr: 1, data: Number.NaN }, /^payload\.data: expected a finite number/],
  [{ decr_incr: 1, data: 1, color: 'red' }, /^payload\.color: expected one of decr_incr, data/],
  [
    { red: 256, green: 0, blue: 0, white: 0 },
    /^payload\.red: expected a number from 0 to 255, got 256/,
  ],
  [
    { red: 1, green: 1, blue: 1, white: { level: 1 } },
    /^payload\.white: expected a number from 0 to 255/,
  ],
  [
    { red: 9, green: 9, blue: 9, white: 9, mR: 1, mG: 0, mB: 1, mW: 1 },
    /^payload: expected red, green and blue together, or white/,
  ],
  [
    { red: 9, green: 9, blue: 9, white: 9, mR: 0, mG: 0, mB: 0, mW: 0 },
    /^payload: expected red, green and blue together, or white/,
  ],
  [
    { x: 70_000, y: 1, brightness: 1, isColorValid: true, isBrightnessValid: true },
    /^payload\.x: expected a number from 0 to 65535/,
  ],
  [
    { x: 1, y: 1, brightness: 1, isColorValid: false, isBrightnessValid: false },
    /^payload: expected a telegram that marks a colour/,
  ],
];

const parse = (payload: unknown): object =>
  expectValue(parseLightCommand(payload, colorLamp, 'light')).body.members;

describe('A telegram of KNX, sent to a light node', () => {
  for (const [payload, words] of telegrams) {
    it(`is ${JSON.stringify(words)}: ${JSON.stringify(payload)}`, () =>
      assert.deepEqual(parse(payload), parse(words)));
  }

  for (const [payload, sentence] of wrongTelegrams) {
    it(`is refused with a sentence: ${JSON.stringify(payload)}`, () =>
      assert.match(expectSentence(parseLightCommand(payload, colorLamp, 'light')), sentence));
  }
});
