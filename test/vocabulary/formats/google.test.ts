import assert from 'node:assert/strict';
import { parseFormattedCommand } from '../../../src/vocabulary/formats/light-formats';
import { colorLamp, expectCommand, expectSentence } from '../support/sample-resources';

/** Each message of the device node of node-red-contrib-google-smarthome 0.6.0 has the whole state. */
const state = {
  online: true,
  on: true,
  brightness: 65,
  color: { temperatureK: 6500 },
  activeLightEffect: '',
};

/** What somebody says: command, parameters, what changes of the state, the command in plain words. */
const messages: readonly (readonly [
  command: string,
  params: object,
  changes: object,
  words: object,
])[] = [
  ['OnOff', { on: true }, { on: true }, { on: true }],
  ['OnOff', { on: false }, { on: false }, { on: false }],
  ['BrightnessAbsolute', { brightness: 30 }, { brightness: 30 }, { brightness: 30 }],
  // A device that takes commands only does not know its brightness.
  ['BrightnessAbsolute', { brightness: 30 }, { brightness: undefined }, { brightness: 30 }],
  // The flow has halved it.
  ['BrightnessAbsolute', { brightness: 30 }, { brightness: 15 }, { brightness: 15 }],
  ['BrightnessRelative', { brightnessRelativePercent: 20 }, {}, { brightness: '+20' }],
  ['BrightnessRelative', { brightnessRelativeWeight: -2 }, {}, { brightness: '-20' }],
  [
    'ColorAbsolute',
    { color: { name: 'magenta', spectrumRGB: 0xff00ff } },
    { color: { spectrumRgb: 0xff00ff } },
    { color: '#ff00ff' },
  ],
  [
    'ColorAbsolute',
    { color: { name: 'warm white', temperature: 2700 } },
    { color: { temperatureK: 2700 } },
    { kelvin: 2700 },
  ],
  [
    'ColorAbsolute',
    { color: { spectrumHSV: { hue: 240, saturation: 1, value: 1 } } },
    { color: { spectrumHsv: { hue: 240, saturation: 1, value: 1 } } },
    { color: '#0000ff' },
  ],
  ['ColorLoop', {}, { activeLightEffect: 'colorLoop' }, { effect: 'prism' }],
  ['Sleep', { duration: 600 }, { activeLightEffect: 'sleep' }, { on: false, transition: 600_000 }],
  ['Wake', {}, { activeLightEffect: 'wake' }, { brightness: 100, transition: 1_800_000 }],
  ['StopEffect', {}, { activeLightEffect: '' }, { effect: 'none', dim: 'stop' }],
  // No command of a light: the state counts.
  ['Locate', { silence: true }, {}, { on: true, brightness: 65, kelvin: 6500 }],
];

const parse = (command: unknown, params: unknown, payload: unknown): typeof read =>
  parseFormattedCommand('google', payload, 'payload', {
    target: { kind: 'light', lamp: colorLamp },
    messageMembers: { command, params },
  });
const read = parseFormattedCommand('google', state, 'payload');

describe('What somebody says to Google about a lamp', () => {
  for (const [command, params, changes, words] of messages) {
    it(`${command} ${JSON.stringify(params)} with ${JSON.stringify(changes)} is ${JSON.stringify(words)}`, () =>
      assert.deepEqual(expectCommand(parse(command, params, { ...state, ...changes })), {
        command: words,
        warnings: [],
      }));
  }

  it('is a loop of colours without an end, which is said', () => {
    const { command, warnings } = expectCommand(parse('ColorLoop', { duration: 60 }, state));
    assert.deepEqual(command, { effect: 'prism' });
    assert.deepEqual(warnings, [
      'payload.duration: the loop of colours runs until the next command, so it was not applied.',
    ]);
  });

  for (const [command, params, payload, sentence] of [
    ['Sleep', { duration: {} }, state, /^payload\.duration: expected a number from 1 to 86400/],
    ['BrightnessRelative', {}, state, /^payload: expected something to do as Google sends it/],
    ['OnOff', { on: 'maybe' }, {}, /^payload\.on: expected on or off/],
    ['OnOff', { on: true }, 'ON', /^payload: expected an object as Google sends it/],
  ] as const) {
    it(`${command} ${JSON.stringify(params)} is refused with a sentence`, () =>
      assert.match(expectSentence(parse(command, params, payload)), sentence));
  }
});
