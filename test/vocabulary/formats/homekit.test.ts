import assert from 'node:assert/strict';
import type { Members } from '../../../src/resources/members';
import { parseFormattedCommand } from '../../../src/vocabulary/formats/light-formats';
import type { ReadCommand } from '../../../src/vocabulary/formats/light-formats';
import type { FormattedCommand } from '../../../src/vocabulary/formats/light-format';
import type { ParseResult } from '../../../src/vocabulary/parse-result';
import { colorLamp, expectCommand, expectSentence } from '../support/sample-resources';

const parse = (payload: unknown, messageMembers: Members): ParseResult<ReadCommand> =>
  parseFormattedCommand('homekit', payload, 'payload', {
    target: { kind: 'light', lamp: colorLamp },
    messageMembers,
  });

/** What redmatic-homekit 4.0.1 sends with hap-nodejs 2.2.3: topic, payload, command. */
const characteristics = [
  ['lamp/On', true, { on: true }],
  ['lamp/On', false, { on: false }],
  ['lamp/Brightness', 40, { brightness: 40 }],
  ['lamp/Brightness', 50.5, { brightness: 50.5 }],
  ['lamp/Brightness', 0, { brightness: 0 }],
  ['lamp/Hue', 120, { hue: 120 }],
  ['lamp/Saturation', 80, { saturation: 80 }],
  ['lamp/ColorTemperature', 250, { mirek: 250 }],
  ['Brightness', 40, { brightness: 40 }],
] as const;

describe('One characteristic of HomeKit, named by the topic', () => {
  for (const [topic, payload, command] of characteristics) {
    it(`${topic} ${payload} is ${JSON.stringify(command)}`, () =>
      assert.deepEqual(expectCommand(parse(payload, { topic })), { command, warnings: [] }));
  }

  for (const [topic, payload, sentence] of [
    ['lamp/Brightness', 101, /^payload: expected a number from 0 to 100, got 101/],
    ['lamp/Name', 'Lamp', /^payload: expected an object as HomeKit sends it, or the value of/],
    ['lamp', 50, /^payload: expected an object as HomeKit sends it, or the value of/],
    ['lamp/constructor', 50, /^payload: expected an object as HomeKit sends it, or the value of/],
    [7, 50, /^payload: expected an object as HomeKit sends it, or the value of/],
  ] as const) {
    it(`${topic} ${payload} is refused with a sentence`, () =>
      assert.match(expectSentence(parse(payload, { topic })), sentence));
  }

  it('counts less than the names in an object', () =>
    assert.deepEqual(expectCommand(parse({ Hue: 5 }, { topic: 'lamp/Brightness' })), {
      command: { hue: 5 },
      warnings: [],
    }));
});

describe('A look of the Home app at the lamp', () => {
  const read: FormattedCommand = { command: { get: true }, warnings: [] };
  it('asks for its state, and does not set the value that HomeKit knew', () => {
    const hap = { event: { name: 'get', context: { key: 'Brightness' } }, newValue: 12 };
    assert.deepEqual(expectCommand(parse({ Brightness: 12 }, { hap })), read);
    assert.deepEqual(expectCommand(parse({}, { hap: { event: 'refresh' } })), read);
  });

  it('is no command that somebody gives there', () => {
    for (const hap of [{ event: { name: 'set' } }, { event: 'set', context: {} }, 7, {}])
      assert.deepEqual(expectCommand(parse({ Brightness: 12 }, { hap })), {
        command: { brightness: 12 },
        warnings: [],
      });
  });
});

describe('What the service of a lamp has beside its light', () => {
  it('is left out without a warning', () =>
    assert.deepEqual(
      expectCommand(parse({ On: true, CharacteristicValueActiveTransitionCount: 1 }, {})),
      { command: { on: true }, warnings: [] },
    ));
});
