import assert from 'node:assert/strict';
import { parseFormattedCommand } from '../../../src/vocabulary/formats/light-formats';
import { expectCommand, expectSentence, toTestName } from '../support/sample-resources';
import { ableLamp, isSameChange, toOurChange } from './support/lamp-change';
import {
  toOurState,
  zigbee2mqttCommands,
  zigbee2mqttPackage,
  zigbee2mqttStates,
} from './support/zigbee2mqtt-messages';

const target = { kind: 'light', lamp: ableLamp } as const;

const read = (payload: unknown): ReturnType<typeof parseFormattedCommand> =>
  parseFormattedCommand('zigbee2mqtt', payload, 'payload', { target, messageMembers: {} });

describe(`A message for Zigbee2MQTT, as ${zigbee2mqttPackage} reads it,`, () => {
  for (const [message, theirs, reason] of zigbee2mqttCommands) {
    const what = reason === undefined ? 'changes the same on a lamp' : `differs: ${reason}`;
    it(`${toTestName(message)} ${what}`, () => {
      const { change } = toOurChange('zigbee2mqtt', message);
      const text = `theirs ${JSON.stringify(theirs)}, ours ${JSON.stringify(change)}`;
      assert.equal(isSameChange(change, theirs), reason === undefined, text);
    });
  }
});

describe(`A state in the format of Zigbee2MQTT, as ${zigbee2mqttPackage} publishes it,`, () => {
  for (const { model, reports, published, reason } of zigbee2mqttStates) {
    const data = toTestName(reports.map((report) => report.data));
    it(`${model} ${data} ${reason === undefined ? 'is the same' : `differs: ${reason}`}`, () => {
      if (reason === undefined) assert.deepEqual(toOurState(reports), published);
      else assert.notDeepEqual(toOurState(reports), published);
    });
  }
});

describe('A member of a message for Zigbee2MQTT', () => {
  const warnsOf: readonly (readonly [object, RegExp])[] = [
    [{ state: 'ON', off_wait_time: 5 }, /payload\.off_wait_time: .* was not applied/],
    [{ state: 'OFF', on_time: 5 }, /payload\.on_time: .* was not applied/],
    [{ state: 'ON', level_config: {} }, /payload\.level_config: .* was not applied/],
    [{ state: 'ON', color_options: {} }, /payload\.color_options: .* was not applied/],
    [{ state: 'ON', scene_recall: 3 }, /payload\.scene_recall: .* was not applied/],
    [{ gradient: ['#ff0000', '#00ff00'], gradient_scale: 2 }, /payload\.gradient_scale: /],
    [{ gradient: ['#ff0000', '#00ff00'], color: '#0000ff' }, /payload\.color: the gradient/],
    [{ color: '#0000ff', color_temp: 300 }, /payload\.color_temp: .* the first counts/],
    [{ hue_move: 20 }, /payload\.hue_move: .* It made one step/],
    [{ brightness_move_onoff: -20 }, /payload\.brightness_move_onoff: .* as dark as it can/],
    [{ color_temp_move: { rate: 20, minimum: 200 } }, /payload\.color_temp_move: .* Only rate/],
    [
      { gradient: ['red', 'blue', 'red', 'blue', 'red', 'blue'] },
      /payload\.gradient: .* 5 colours/,
    ],
  ];
  for (const [message, warning] of warnsOf) {
    it(`of ${toTestName(message)} that is not applied leads to a warning`, () => {
      const { warnings } = expectCommand(read(message));
      const [text, ...others] = warnings;
      assert.ok(typeof text === 'string' && others.length === 0);
      assert.match(text, warning);
    });
  }

  it('that means nothing refuses nothing, and leads to no warning', () => {
    const state = { state: 'ON', linkquality: 90, last_seen: 1, update: { state: 'idle' } };
    assert.deepEqual(expectCommand(read(state)), { command: { on: true }, warnings: [] });
  });

  it('of a state that is sent back changes no setting of the lamp', () => {
    const state = {
      state: 'ON',
      color_mode: 'color_temp',
      color_temp: 300,
      power_on_behavior: 'on',
    };
    assert.deepEqual(expectCommand(read(state)).command, { on: true, mirek: 300 });
  });

  it('of a state that is a gradient is applied while the lamp shows it', () => {
    const gradient = ['#ff8800', '#0000ff'];
    const color = { x: 0.5975, y: 0.3789 };
    const shown = { state: 'ON', color_mode: 'xy', color, gradient };
    const expected = { command: { on: true, gradient }, warnings: [] };
    assert.deepEqual(expectCommand(read(shown)), expected);
    const { command, warnings } = expectCommand(read({ ...shown, color: { x: 0.4, y: 0.4 } }));
    assert.deepEqual(command, { on: true, color: { x: 0.4, y: 0.4 } });
    assert.equal(warnings.length, 1);
  });

  it('alone that a bridge cannot do is an error that says so', () => {
    assert.match(expectSentence(read({ level_config: {} })), /a bridge has no such setting/);
  });
});

describe('A wrong value in a message for Zigbee2MQTT', () => {
  const deep: unknown = JSON.parse('{"a":'.repeat(50) + '1' + '}'.repeat(50));
  const values: readonly unknown[] = [
    NaN,
    Infinity,
    1e300,
    -1e300,
    new Date(),
    deep,
    [],
    [deep],
    true,
  ];
  const names = [
    'brightness',
    'brightness_percent',
    'brightness_step',
    'brightness_step_onoff',
    'brightness_move',
    'brightness_move_onoff',
    'color',
    'color_temp',
    'color_temp_percent',
    'color_temp_step',
    'color_temp_move',
    'hue_step',
    'hue_move',
    'saturation_step',
    'saturation_move',
    'effect',
    'effect_color',
    'gradient',
    'power_on_behavior',
    'color_temp_startup',
    'hue_power_on_behavior',
    'transition',
  ];
  for (const name of names) {
    it(`of ${name} is one clear error, and nothing is sent`, () => {
      for (const value of values) {
        const message = { state: 'ON', [name]: value };
        const { change } = toOurChange('zigbee2mqtt', message);
        assert.deepEqual(change, { refused: true }, toTestName(message));
        assert.match(expectSentence(read(message)), new RegExp(`^payload\\.${name}`));
      }
    });
  }

  it('instead of a message is one clear error', () => {
    for (const value of [...values, null, undefined, 5])
      if (value !== deep) assert.match(expectSentence(read(value)), /^payload/);
  });
});
