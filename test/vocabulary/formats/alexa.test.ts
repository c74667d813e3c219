import assert from 'node:assert/strict';
import { isObject } from '../../../src/resources/members';
import type { Members } from '../../../src/resources/members';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import { findAlexaMessage } from '../../../src/vocabulary/light/likely-meanings';
import {
  formatLightState,
  parseFormattedCommand,
} from '../../../src/vocabulary/formats/light-formats';
import { colorLamp, expectCommand, expectSentence, expectValue } from '../support/sample-resources';

type Row = readonly [payload: unknown, beside: Members, command: object];

const target = { kind: 'light', lamp: colorLamp } as const;

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

function toMembers(value: unknown): Members {
  assert.ok(isObject(value));
  return value;
}

const read = (payload: unknown, messageMembers: Members) =>
  parseFormattedCommand('alexa', payload, 'payload', { target, messageMembers });

function describeTable(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    for (const [payload, beside, command] of rows) {
      it(`${JSON.stringify(payload)} beside ${JSON.stringify(beside)} is ${JSON.stringify(command)}`, () => {
        const result = expectCommand(read(payload, beside));
        assert.deepEqual(result, { command, warnings: [] });
        expectValue(parseLightCommand(result.command, colorLamp, 'light'));
      });
    }
  });
}

const orange = { hue: 30, saturation: 1, brightness: 1 };

describeTable('A bare value without a directive', [
  [true, {}, { on: true }],
  [40, {}, { brightness: 40 }],
  [2700, {}, { kelvin: 2700 }],
  ['IncreaseColorTemperature', {}, { mirek: '-50' }],
]);

const device = (changes: Members): Members => ({
  powerState: 'ON',
  brightness: 20,
  colorTemperatureInKelvin: 2200,
  color: orange,
  color_hex: '#FF8000',
  type: 'COLOR_CHANGING_LIGHT_BULB',
  ...changes,
});

describeTable('The state of a device', [
  // That a flow has told to the device, and the device sends on.
  [
    device({ directive: 'OverrideLocalState', source: 'device', lightMode: 'hsb' }),
    {},
    { on: true, brightness: 20, hue: 30, saturation: 100 },
  ],
  [
    device({ directive: 'OverrideLocalState', lightMode: 'temp' }),
    {},
    { on: true, brightness: 20, kelvin: 2200 },
  ],
]);

/** What the hub knows of the lamp, as it is beside the payload. The lamp may differ. */
const beside = (asked: Members | undefined, changes: Members = {}): Members => ({
  bri: 127,
  ct: 383,
  hue: 7282,
  sat: 254,
  colormode: 'ct',
  ...changes,
  ...(asked === undefined ? {} : { 'meta.input': asked }),
});

describeTable('A message of an Echo hub', [
  ['on', beside({ rgb: [255, 136, 0] }), { hue: 32, saturation: 100, brightness: 100 }],
  [
    'on',
    beside({ bri: 254, ct: 199, hue: 7282, sat: 254 }),
    { brightness: 100, hue: 40, saturation: 100 },
  ],
  // After a node that replaces msg.meta.
  ['on', beside(undefined), { on: true, brightness: 50, mirek: 383 }],
  [
    'on',
    beside(undefined, { colormode: 'hs' }),
    { on: true, brightness: 50, hue: 40, saturation: 100 },
  ],
  ['off', beside(undefined), { on: false }],
  // A text of another sender, beside members of the same names.
  ['on', { hue: 120 }, { on: true }],
  [{ on: true, bri: 127, ct: 370 }, {}, { on: true, brightness: 50, mirek: 370 }],
  // A state of a light node that the hub sends on.
  [
    'on',
    beside({ ...stateOf({ on: true, brightness: 50, color: '#ff8800' }) }),
    { on: true, brightness: 50, hue: 32, saturation: 100 },
  ],
]);

function stateOf(light: { on: boolean; brightness: number; color: string }): Members {
  return toMembers(formatLightState('alexa', light, {}));
}

describe('A message for Alexa that no lamp can carry out', () => {
  const rows: readonly (readonly [unknown, Members, RegExp])[] = [
    [30, { command: 'SetVolume' }, /^command: expected a directive for lamps.*got "SetVolume"/],
    ['OFF', { command: 'SetThermostatMode' }, /^command: expected a directive for lamps/],
    [101, { command: 'SetBrightness' }, /^payload: expected a number from 0 to 100, got 101/],
    [-101, { command: 'AdjustBrightness' }, /^payload: expected a number from -100 to 100/],
    ['warm', { command: 'AdjustBrightness' }, /^payload: expected a number from -100 to 100/],
    [2700, { command: 'SetBrightness' }, /^payload: expected a number from 0 to 100, got 2700/],
    [40, { command: 'SetColorTemperature' }, /^payload: expected a number from 1000 to 20000/],
    [40, { command: 'SetColor' }, /^payload: expected an object with hue, saturation/],
    [40, { command: 'TurnOn' }, /^payload: expected on or off, got 40/],
    ['on', beside({ bri: 255 }), /^meta\.input\.bri: expected a number from 0 to 254, got 255/],
    ['on', beside({ xy: [1] }), /^meta\.input\.xy: expected a list of 2 numbers/],
    ['on', beside({ xy: [0.4, 'x'] }), /^meta\.input\.xy\[1\]: expected a number from 0 to 1/],
    ['on', beside({ effect: 'colorloop' }), /^meta\.input\.effect: expected one of on,/],
    ['on', { ...beside({}), 'meta.input': 5 }, /^meta\.input: expected an object, got 5/],
    ['on', beside(undefined, { bri: 'x' }), /^bri: expected a number from 0 to 254/],
    [{ powerState: 'ON', color: 'red' }, {}, /^payload\.color\.hue: expected a number/],
    [{ color: { hue: 1, saturation: 1, brightness: 2 } }, {}, /brightness: .*from 0 to 1, got 2/],
  ];
  for (const [payload, members, sentence] of rows) {
    it(`${JSON.stringify(payload)} beside ${JSON.stringify(members)} is refused`, () => {
      assert.match(expectSentence(read(payload, members)), sentence);
    });
  }

  it('warns of what it cannot apply beside a command', () => {
    const { warnings } = expectCommand(read('on', beside({ on: true, effect: 'colorloop' })));
    assert.equal(warnings.length, 1);
    assert.match(toText(warnings[0]), /^meta\.input\.effect: .*was not applied/);
  });
});

describe('A message for Alexa in another format', () => {
  const warned: readonly (readonly [string | undefined, unknown, Members, RegExp])[] = [
    [undefined, 25, { command: 'IncrementPercentageRequest' }, /^payload: 25 became a brightness/],
    ['plain', -20, { command: 'AdjustBrightness' }, /says that it is a step/],
    ['plain', orange, { command: 'SetColor' }, /^payload: saturation and brightness became/],
    ['', 'on', beside({ on: true, bri: 127, ct: 383 }), /^msg\.meta\.input: bri, ct came/],
    ['homekit', 'on', beside({ hue: 0, sat: 10 }), /hue, sat came from an Echo/],
  ];
  for (const [format, payload, members, sentence] of warned) {
    it(`${JSON.stringify(payload)} beside ${JSON.stringify(members)} leads to a warning that names the format`, () => {
      const [warning] = findAlexaMessage(format, payload, members);
      assert.match(toText(warning), sentence);
      assert.match(toText(warning), /Choose "Alexa" as the message format/);
    });
  }

  it('leads to no warning where both mean the same, or a node has translated it', () => {
    const unwarned: readonly (readonly [string, unknown, Members])[] = [
      ['plain', 40, { command: 'SetBrightness' }],
      ['plain', { brightness: '+25' }, { command: 'AdjustBrightness' }],
      ['plain', 'on', beside({ on: true })],
      ['plain', { on: true, brightness: 50 }, beside({ bri: 127 })],
      ['plain', { hue: 30, saturation: 100, brightness: 100 }, {}],
      ['alexa', 25, { command: 'IncrementPercentageRequest' }],
      ['homekit', orange, {}],
    ];
    for (const [format, payload, members] of unwarned)
      assert.deepEqual(findAlexaMessage(format, payload, members), []);
  });
});

describe('A state for an Echo hub', () => {
  const light = { on: true, brightness: 50, kelvin: 2703 };

  it('names the device that is wired to the node, otherwise the lamp', () => {
    const owner = { id: 'a', type: 'device', metadata: { name: 'Desk lamp' } };
    const withOwner = { resource: colorLamp, owner, services: [] };
    const named = formatLightState('alexa', light, { withOwner });
    const wired = formatLightState('alexa', light, { withOwner, echoDeviceId: '0a1b' });
    const identify = ({ nodeid, nodename }: Members): Members => ({ nodeid, nodename });
    assert.deepEqual(identify(toMembers(named)), { nodeid: undefined, nodename: 'Desk lamp' });
    assert.deepEqual(identify(toMembers(wired)), { nodeid: '0a1b', nodename: undefined });
  });
});
