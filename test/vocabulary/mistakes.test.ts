import assert from 'node:assert/strict';
import { describeProblem } from '../../src/resources/describe-problem';
import { parseLightCommand } from '../../src/vocabulary/light/command';
import { parseDayTable } from '../../src/programs/daylight-curve';
import { parseDaylightSettings } from '../../src/runtime/nodes/daylight';
import { parseSceneCommand, parseSceneRequest } from '../../src/vocabulary/scene';
import { parseSpeakerCommand } from '../../src/vocabulary/speaker';
import {
  explainFraction,
  explainHue,
  explainMirekAsKelvin,
  explainKelvinAsMirek,
  explainPercentage,
} from '../../src/vocabulary/values';
import { refuse } from '../../src/vocabulary/parse-result';
import type { ParseResult } from '../../src/vocabulary/parse-result';
import { parseRoomCommand } from '../../src/vocabulary/room';
import { parseSensorCommand } from '../../src/vocabulary/sensor';
import { parseSmartSceneCommand } from '../../src/vocabulary/smart-scene';
import { parseAutomationCommand } from '../../src/vocabulary/automation';
import { colorLamp, id, sampleIndex } from './support/sample-resources';

/** What is often sent to a lamp by mistake, and the words that the error says about it. */
const mistakes: readonly (readonly [what: string, payload: unknown, cause: RegExp])[] = [
  ['the time of an inject node', 1_766_000_000_000, /This is a time, as an inject node sends it/],
  ['a colour temperature as a number', 2700, /A colour temperature is written "2700K"/],
  ['a colour temperature as a text', '2700', /A colour temperature is written "2700K"/],
  ['a reference', { rid: 'x', rtype: 'light' }, /"Output payload"/],
  ['a press of a button', { event: 'short_release', button: 1 }, /let a change node set/],
  ['a kind of press', 'short_release', /let a change node set/],
  ['HomeKit', { On: true, Brightness: 40 }, /written as HomeKit writes it/],
  ['Alexa', { powerState: 'ON' }, /written as Alexa writes it/],
  ['Alexa', 'DecreaseColorTemperature', /written as Alexa writes it/],
  ['Google', { on: true, color: { temperatureK: 2700 } }, /written as Google Home writes it/],
  ['Home Assistant', { state: 'ON', brightness: 102 }, /Home Assistant \(MQTT\) or Zigbee2MQTT/],
  ['a command of Zigbee2MQTT in small letters', { state: 'on', brightness: 102 }, /Zigbee2MQTT/],
  ['openHAB', '30.36,65.1,39.92', /written as openHAB writes it/],
  ['a white of openHAB', '370 mired', /written as openHAB writes it/],
  ['no state of openHAB', 'UNDEF', /written as openHAB writes it/],
  ['an object of openHAB', { item: 'Lamp', state: 'ON' }, /written as openHAB writes it/],
  ['a step of Google', { brightnessRelativePercent: 20 }, /written as Google Home writes it/],
  ['a button of a dashboard', '', /empty text, as a button of a dashboard sends it/],
];

describe('The error of a light command that is none', () => {
  for (const [what, payload, cause] of mistakes) {
    it(`says what was probably meant: ${what}`, () => {
      const command = parseLightCommand(payload, undefined, 'light');
      assert.ok(!command.ok);
      assert.match(describeProblem(command.problem), cause);
    });
  }

  it('says no more where nothing is likely', () => {
    for (const payload of [300, -1, 'bright please', { brightness: 'much' }, []]) {
      const command = parseLightCommand(payload, undefined, 'light');
      assert.ok(!command.ok);
      assert.equal(command.problem.likelyCause, undefined);
    }
  });
});

const speaker = { id: '1', type: 'speaker', chime: { sound_values: ['ding'] } };

const light = (payload: unknown): ParseResult<unknown> =>
  parseLightCommand(payload, undefined, 'light');

/** What is refused, and what the error says it is on the scale that people probably meant. */
const values: readonly (readonly [what: string, result: ParseResult<unknown>, cause: string])[] = [
  ['a brightness of 255', light(255), 'If it is from 0 to 255 or 254, it is 100 %: write 100.'],
  ['a brightness of 200', light({ brightness: 200 }), 'it is 78 %: write 78.'],
  ['a brightness of "200"', light({ brightness: '200' }), 'it is 78 %: write 78.'],
  ['a saturation of 254', light({ hue: 1, saturation: 254 }), 'it is 100 %: write 100.'],
  ['a hue of 21845', light({ hue: 21845, saturation: 9 }), '0 to 65535, it is 120°: write 120.'],
  [
    'a mirek of 2700',
    light({ mirek: 2700 }),
    'This is probably in kelvin: in mirek, 2700 K are 370.',
  ],
  [
    'a kelvin of 370',
    light({ kelvin: 370 }),
    'This is probably in mirek: in kelvin, 370 mirek are 2703.',
  ],
  ['a white of an effect', light({ effect: { name: 'candle', kelvin: 370 } }), 'are 2703.'],
  ['a speed of 50', light({ effect: { name: 'candle', speed: 50 } }), 'write 0.5.'],
  ['a share of 200', light({ mix: { color: 'red', amount: 200 } }), 'write 78.'],
  ['a brightness of a scene', parseSceneCommand({ brightness: 0.5 }), 'it is 50 %: write 50.'],
  [
    'a volume of 0.5',
    parseSpeakerCommand({ chime: 'ding', volume: 0.5 }, speaker),
    'it is 50 %: write 50.',
  ],
  ['mirek in a table of the day', parseDayTable('06:30 370 50 %', 'table'), 'are 2703.'],
  ['255 in a table of the day', parseDayTable('06:30 2700 255', 'table'), 'write 100.'],
  ['mirek as the white of the night', daylight({ nightKelvin: '450' }), 'are 2222.'],
  ['a fraction as the brightness of the day', daylight({ dayBrightness: '0.8' }), 'write 80.'],
];

describe('The error of a number on another scale', () => {
  for (const [what, result, cause] of values) {
    it(`says which one, and what to write: ${what}`, () => {
      assert.ok(!result.ok);
      const sentence = describeProblem(result.problem);
      assert.ok(sentence.endsWith(cause), sentence);
    });
  }

  it('says nothing of it where no other scale has the number', () => {
    const tooFast = { effect: { name: 'candle', speed: 150 } };
    for (const payload of [
      tooFast,
      300,
      -300,
      { mirek: 30_000 },
      { kelvin: 30 },
      { hue: 70_000 },
    ]) {
      const command = light(payload);
      assert.ok(!command.ok);
      assert.equal(command.problem.likelyCause, undefined);
    }
  });
});

/** Settings of a daylight node, as a result. */
function daylight(settings: object): ParseResult<unknown> {
  try {
    return { ok: true, value: parseDaylightSettings(settings) };
  } catch (error) {
    const { problem } = refuse('settings', 'settings', settings);
    return { ok: false, problem: { ...problem, likelyCause: String(error) } };
  }
}

describe('A number is taken for one on another scale', () => {
  for (const [what, explain, first, last, below, above] of [
    ['0 to 255', explainPercentage, 100.5, 255, 100, 256],
    ['0 to 65535', explainHue, 360.5, 65_535, 360, 65_536],
    ['percent', explainFraction, 1.5, 100, 1, 100.5],
    ['mirek', explainMirekAsKelvin, 100, 999, 99, 1_000],
    ['kelvin', explainKelvinAsMirek, 1_001, 20_000, 1_000, 20_001],
  ] as const) {
    it(`within its bounds: ${what}`, () => {
      const isTaken = (number: number): boolean => explain(number) !== undefined;
      assert.deepEqual([first, last, below, above].map(isTaken), [true, true, false, false]);
    });
  }
});

const home = sampleIndex;

const parsers: Readonly<Record<string, (payload: unknown) => ParseResult<unknown>>> = {
  light: (payload) => parseLightCommand(payload, colorLamp, 'light'),
  sensor: (payload) => parseSensorCommand(payload, 'motion', undefined),
  automation: (payload) => parseAutomationCommand(payload, undefined),
  speaker: (payload) => parseSpeakerCommand(payload, undefined),
  scene: (payload) => parseSceneRequest(payload),
  room: (payload) => parseRoomCommand(payload, 'update', { home, room: home.get(id(21)) }),
  'smart scene': (payload) =>
    parseSmartSceneCommand(payload, 'recall', { home, smartScene: home.get(id(41)) }),
};

const asking = '"get" as the whole payload';

const adding = 'add (beside what is there) or children (just these)';

/** What each word was meant as; undefined where nothing is certain. */
const cases: readonly (readonly [
  node: keyof typeof parsers,
  payload: unknown,
  suggestion: string | undefined,
])[] = [
  ['light', { status: true }, asking],
  ['sensor', { status: true }, asking],
  ['automation', { status: true }, asking],
  ['automation', { state: true }, asking],
  ['speaker', { status: true }, asking],
  ['scene', { status: true }, '"list" as the whole payload'],
  ['sensor', { disabled: true }, 'enabled: false'],
  ['automation', { disabled: true }, 'enabled: false'],
  ['automation', { disable: true }, 'enabled: false'],
  ['scene', { restore: 'Evening' }, 'scene'],
  ['room', { members: [] }, adding],
  ['room', { devices: [] }, adding],
  ['light', { alert: 5 }, '"5s"'],
  [
    'light',
    { alert: 5, color: 'red' },
    '{"duration": "5s", "color": "red"}, with the colour inside',
  ],
  ['light', 'of', 'off'],
  ['light', 'offf', 'off'],
  ['smart scene', 'inactivate', undefined],
  ['smart scene', 'deactivated', 'deactivate'],
];

describe('A suggestion', () => {
  for (const [node, payload, suggestion] of cases) {
    it(`never does the opposite or more than was meant: ${node} ${JSON.stringify(payload)}`, () => {
      const result = parsers[node]?.(payload);
      assert.ok(result?.ok === false);
      assert.equal(result.problem.suggestion, suggestion);
    });
  }
});
