import assert from 'node:assert/strict';
import { parseFormattedCommand } from '../../../src/vocabulary/formats/light-formats';
import { expectSentence, expectValue, toTestName } from '../support/sample-resources';
import { ableLamp, isSameChange, toOurChange } from './support/lamp-change';
import type { LampChange } from './support/lamp-change';

const target = { kind: 'light', lamp: ableLamp } as const;

const read = (payload: unknown): ReturnType<typeof parseFormattedCommand> =>
  parseFormattedCommand('home-assistant', payload, 'payload', { target, messageMembers: {} });

/** What the JSON light of Home Assistant writes for each service call, and what the call is about. */
const commands: readonly (readonly [object, LampChange])[] = [
  [{ state: 'ON' }, { on: true }],
  [{ state: 'OFF' }, { on: false }],
  [
    { state: 'ON', transition: 2 },
    { on: true, transition: 2 },
  ],
  [
    { state: 'OFF', transition: 0.5 },
    { on: false, transition: 0.5 },
  ],
  [
    { state: 'ON', brightness: 1 },
    { on: true, level: 1 },
  ],
  [
    { state: 'ON', brightness: 255 },
    { on: true, level: 254 },
  ],
  [
    { state: 'ON', color_temp: 370 },
    { on: true, mirek: 370 },
  ],
  [
    { state: 'ON', color_temp: 2700 },
    { on: true, mirek: 370 },
  ],
  [
    { state: 'ON', color: { x: 0.4, y: 0.4 } },
    { on: true, xy: [0.4, 0.4] },
  ],
  [
    { state: 'ON', color: { h: 30.5, s: 40 } },
    { on: true, hue: 30.5, saturation: 40 },
  ],
  [
    { state: 'ON', color: { r: 255, g: 136, b: 0 } },
    { on: true, xy: [0.5975, 0.3789] },
  ],
  [
    { state: 'ON', effect: 'candle' },
    { on: true, effect: 'candle' },
  ],
  [
    { state: 'ON', effect: 'none' },
    { on: true, effect: 'no_effect' },
  ],
  [
    { state: 'ON', flash: 2 },
    { on: true, alert: true },
  ],
];

/** States that somebody sends back, as Home Assistant shows them. */
const kelvinStates: readonly (readonly [object, LampChange])[] = [
  [
    { state: 'ON', color_temp_kelvin: 2700 },
    { on: true, mirek: 370 },
  ],
  [
    { state: 'ON', color_temp: 250, color_temp_kelvin: 4000 },
    { on: true, mirek: 250 },
  ],
  [
    { state: 'ON', color: { x: 0.4, y: 0.4 }, color_temp: null, color_temp_kelvin: 4000 },
    { on: true, xy: [0.4, 0.4] },
  ],
  [
    { state: 'ON', color_mode: 'color_temp', color: { x: 0.4, y: 0.4 }, color_temp_kelvin: 2700 },
    { on: true, mirek: 370 },
  ],
];

describe('A message of the JSON light of Home Assistant', () => {
  for (const [message, expected] of commands) {
    it(`${toTestName(message)} does what the service call asked for`, () => {
      const { change, warnings } = toOurChange('home-assistant', message);
      assert.ok(isSameChange(change, expected), JSON.stringify(change));
      assert.equal(warnings, 0);
    });
  }

  for (const [message, expected] of kelvinStates) {
    it(`${toTestName(message)} shows the white in kelvin unless another colour or white counts`, () => {
      const { change, warnings } = toOurChange('home-assistant', message);
      assert.ok(isSameChange(change, expected), JSON.stringify(change));
      assert.equal(warnings, 0);
    });
  }

  it('with the long flash blinks for its seconds', () => {
    const { command } = expectValue(read({ state: 'ON', flash: 10 }));
    assert.deepEqual(command, { on: true, signal: { signal: 'on_off', duration: 10_000 } });
  });

  for (const [message, path] of [
    [{ state: 'ON', color: { r: 255, g: 0, b: 0, w: 90 } }, 'payload.color.w'],
    [{ state: 'ON', color: { r: 255, g: 0, b: 0, c: 90, w: 0 } }, 'payload.color.c'],
    [{ state: 'ON', white: 128 }, 'payload.white'],
  ] as const) {
    it(`that sets a white channel leads to a warning about ${path}`, () => {
      const [warning, ...others] = expectValue(read(message)).warnings;
      assert.ok(typeof warning === 'string' && others.length === 0);
      assert.ok(warning.startsWith(`${path}: `) && warning.endsWith('not applied.'), warning);
    });
  }

  for (const name of [
    'state',
    'brightness',
    'color',
    'color_temp',
    'effect',
    'flash',
    'transition',
  ]) {
    it(`with a wrong ${name} is one clear error, and nothing is sent`, () => {
      for (const value of [NaN, Infinity, 1e300, -1, new Date(), { a: { b: [1] } }, [], [5]]) {
        const message = { state: 'ON', [name]: value };
        assert.deepEqual(toOurChange('home-assistant', message).change, { refused: true });
        assert.match(expectSentence(read(message)), new RegExp(`^payload\\.${name}`));
      }
    });
  }
});
