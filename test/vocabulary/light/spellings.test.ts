import assert from 'node:assert/strict';
import { toEnglish } from '../../../src/resources/problems';
import type { LightFormatName } from '../../../src/vocabulary/formats/light-format';
import { parseFormattedCommand } from '../../../src/vocabulary/formats/light-formats';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { colorLamp, expectCommand, expectSentence, expectValue } from '../support/sample-resources';
import { describeProblem } from '../../../src/resources/describe-problem';

const brokenJson =
  /This begins like JSON, but it is broken or incomplete: look for a missing bracket, quotation mark or comma\.$/;

const missingValue = /This is how programs write a value that is missing/;

/** What people and their programs write, and what helps them. */
const refusals: readonly (readonly [command: unknown, help: RegExp])[] = [
  ['{"brightness": 30', brokenJson],
  ['[255, 136', brokenJson],
  ['"on', brokenJson],
  ['undefined', missingValue],
  ['null', missingValue],
  ['NaN', missingValue],
  ['[object Object]', missingValue],
  ['UNDEF', /written as openHAB writes it/],
  [{ hue: -60 }, /got -60\. Did you mean 300\?$/],
  [{ hue: 390 }, /got 390\. Did you mean 30\?$/],
  [{ hue: 40_000 }, /it is 220°: write 220\.$/],
  [{ xy: [null, null] }, /^payload\.xy\[0\]: expected a number from 0 to 1, got null\.$/],
  [{ rgb: [-1, 0, 0] }, /^payload\.rgb\[0\]: expected a number from 0 to 255, got -1\.$/],
  [{ rgb: [Number.NaN, 0, 0] }, /^payload\.rgb\[0\]: expected a finite number, got NaN\.$/],
  [{ brightness: null }, /^payload\.brightness: expected a number from 0 to 100, got null\.$/],
  [{ brightness: [] }, /^payload\.brightness: .* got a list of 0 entries\.$/],
  [{ brightness: '50,5' }, /Did you mean 50\.5\?$/],
  // Perhaps thousands.
  [{ brightness: '1,000' }, /got "1,000"\.$/],
  [{ on: true, transition: '1,5h' }, /Did you mean 1\.5h\?$/],
  [{ on: true, transition: '1h30' }, /Did you mean 1h30min\?$/],
  [{ on: true, transition: '1m30' }, /Did you mean 1m30s\?$/],
  [{ on: true, transition: 'an hour' }, /Did you mean 1 hour\?$/],
  [{ on: true, transition: 'half a minute' }, /Did you mean 0\.5 minute\?$/],
  [{ on: true, transition: '3h' }, /got "3h"\.$/],
];

describe('What is written in another way than lamps take it', () => {
  for (const [command, help] of refusals) {
    it(`is refused with help: ${JSON.stringify(command)}`, () =>
      assert.match(expectSentence(parseLightCommand(command, colorLamp, 'light')), help));
  }

  it('is taken at the ends of a scale: 360° is red, as 0° is', () => {
    const [first, last] = [0, 360].map(
      (hue) =>
        expectValue(parseLightCommand({ hue, saturation: 100 }, colorLamp, 'light')).body.members,
    );
    assert.deepEqual(last, first);
  });

  it('is taken as a text in the quotes of JSON', () => {
    const { body } = expectValue(parseLightCommand('"on"', colorLamp, 'light'));
    assert.deepEqual(body.members, { on: { on: true } });
  });
});

const read = (
  format: LightFormatName,
  payload: unknown,
  messageMembers: Readonly<Record<string, unknown>> = {},
): ReturnType<typeof parseFormattedCommand> =>
  parseFormattedCommand(format, payload, 'payload', {
    target: { kind: 'light', lamp: colorLamp },
    messageMembers,
  });

describe('A text in a format', () => {
  for (const [format, text] of [
    ['zigbee2mqtt', '"ON"'],
    ['home-assistant', '"ON"'],
    ['openhab', '"ON"'],
    ['alexa', '"on"'],
  ] as const) {
    it(`means the same in the quotes of JSON: ${format}`, () =>
      assert.deepEqual(expectCommand(read(format, text)).command, { on: true }));
  }

  for (const [format, text] of [
    ['zigbee2mqtt', '{"brightness": 30'],
    ['home-assistant', '{"state": "ON"'],
    ['google', '{"on": true'],
    ['alexa', '{"powerState": "ON"'],
    ['homekit', '{"On": true'],
  ] as const) {
    it(`that is broken JSON is refused with this cause: ${format}`, () => {
      const sentence = expectSentence(read(format, text));
      assert.match(sentence, /^payload: /);
      assert.match(sentence, brokenJson);
    });
  }

  it('with a hue outside the circle names all of its numbers', () =>
    assert.equal(
      expectSentence(read('openhab', '390,100,50')),
      'payload: expected a hue from 0 to 360, a saturation and a brightness from 0 to 100, got "390,100,50".',
    ));
});

describe('A message of a node for Alexa', () => {
  it('without a request beside its state sets the state: meta.input is null', () => {
    const beside = { 'meta.input': null, bri: 254, colormode: 'ct', ct: 300 };
    assert.deepEqual(expectCommand(read('alexa', 'on', beside)).command, {
      on: true,
      brightness: 100,
      mirek: 300,
    });
  });

  for (const payload of [
    { powerState: 'ON', colorTemperatureInKelvin: 3000, lightMode: 'disco' },
    { powerState: 'ON', brightness: 4, directive: 'SetBrightness', lightMode: 'disco' },
  ]) {
    it(`warns of an unknown light mode: ${JSON.stringify(payload)}`, () => {
      const { warnings } = expectCommand(read('alexa', payload));
      assert.match(warnings.map(toEnglish).join(' '), /^payload\.lightMode: only hsb and temp /);
    });
  }
});

describe('A plug of another maker, whose members are null,', () => {
  const nothing = { dimming: null, color_temperature: null, color: null, signaling: null };
  const plug = { ...colorLamp, ...nothing };

  it('is told apart from a lamp: what it lacks is left out with a warning', () => {
    const { body, warnings } = expectValue(
      parseLightCommand({ on: true, brightness: 50 }, plug, 'light'),
    );
    assert.deepEqual(body.members, { on: { on: true } });
    assert.deepEqual(warnings.map(toEnglish), [
      'payload.brightness: left out, it needs a lamp that can be dimmed.',
    ]);
  });

  it('is taken as a command, whole as it was read', () => {
    const { body } = expectValue(parseLightCommand({ ...plug, on: { on: true } }, plug, 'light'));
    assert.deepEqual(body.members, { on: { on: true } });
  });
});

/** All forms of one colour from the colour picker of node-red-dashboard 3.6.6: its formats, as text and as object. */
const forms: readonly unknown[] = [
  '336699',
  '336699ff',
  '33669980',
  'rgb(51, 102, 153)',
  'rgba(51, 102, 153, 0.5)',
  'hsl(210, 50%, 40%)',
  'hsla(210, 50%, 40%, 0.5)',
  { r: 51, g: 102, b: 153, a: 1 },
  { h: 210, s: 0.499_999_999_999_999_94, l: 0.4, a: 0.5 },
  { h: 210, s: 0.666_666_666_666_666_6, v: 0.6, a: 1 },
];

const black: readonly unknown[] = [
  '000000',
  '000000ff',
  'hsv(0, 0%, 0%)',
  { r: 0, g: 0, b: 0, a: 1 },
];

describe('A colour picker in front of a light node', () => {
  const expected = expectValue(parseLightCommand({ color: '#336699' }, undefined, 'light'));

  for (const form of forms)
    it(`sets its colour in each form: ${JSON.stringify(form)}`, () => {
      assert.deepEqual(expectValue(parseLightCommand(form, undefined, 'light')), expected);
    });

  it('is told what to do at black', () => {
    for (const form of black) {
      const command = parseLightCommand(form, undefined, 'light');
      assert.ok(!command.ok);
      assert.match(describeProblem(command.problem), /other than black \(to turn a lamp off/);
    }
  });

  it('does not keep a brightness from having five digits or fewer', () => {
    const brightness = expectValue(parseLightCommand('00050', undefined, 'light'));
    assert.deepEqual(brightness, expectValue(parseLightCommand(50, undefined, 'light')));
  });
});
