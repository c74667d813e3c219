import assert from 'node:assert/strict';
import { alexaMessages } from './support/alexa-messages';
import { amazonEchoMessages } from './support/amazon-echo-messages';
import { dashboardMessages } from './support/dashboard-messages';
import { googleMessages } from './support/google-messages';
import { homekitMessages } from './support/homekit-messages';
import { knxMessages } from './support/knx-messages';
import { openhabMessages } from './support/openhab-messages';
import {
  isKeptAsSent,
  isSameRequest,
  readMessage,
  readWords,
  selectState,
} from './support/real-messages';
import type { RealMessage, RealMessages, RealState } from './support/real-messages';
import * as fc from 'fast-check';
import { describeProblem } from '../../../src/resources/describe-problem';
import { parseLightCommand } from '../../../src/vocabulary/light/command';
import {
  lightFormatNames,
  messageMembersByFormat,
} from '../../../src/vocabulary/formats/light-format';
import type { LightFormatName } from '../../../src/vocabulary/formats/light-format';
import { parseFormattedCommand } from '../../../src/vocabulary/formats/light-formats';
import { parsePlainJson } from '../../../src/vocabulary/plain-json';
import type { ParseResult } from '../../../src/vocabulary/parse-result';
import { colorLamp, whiteLamp } from '../support/sample-resources';
import type { Resource } from '../../../src/resources/resource';
import { toEnglish } from '../../../src/resources/problems';

const all: readonly RealMessages[] = [
  homekitMessages,
  googleMessages,
  knxMessages,
  openhabMessages,
  dashboardMessages,
  alexaMessages,
  amazonEchoMessages,
];

const isOwn = ({ reason }: RealMessage | RealState): boolean => reason === undefined;

for (const { name, packages, format, messages, states } of all) {
  describe(`A message of ${packages.join(' with ')}`, () => {
    for (const { given, message, words } of messages.filter(isOwn)) {
      it(`does what was asked: ${JSON.stringify(given)}`, () => {
        const [received, asked] = [readMessage(format, message), readWords(words)];
        if (!isSameRequest(received, asked)) assert.deepEqual(received, asked, name);
      });
    }

    for (const { sent, kept } of states.filter(isOwn)) {
      it(`is answered by a state that it keeps as it is: ${JSON.stringify(sent)}`, () =>
        assert.ok(isKeptAsSent(kept, selectState(sent))));
    }
  });
}

/** As the light node reads a message. */
function readAsNode(
  format: LightFormatName,
  payload: unknown,
  given: Readonly<Record<string, unknown>> = {},
): ParseResult<unknown> {
  const plain = parsePlainJson(payload, 'payload');
  if (!plain.ok) return plain;
  const names = messageMembersByFormat[format] ?? [];
  const messageMembers = Object.fromEntries(
    Object.entries(given).filter(([name]) => names.includes(name)),
  );
  const target = { kind: 'light', lamp: colorLamp } as const;
  const context = { target, messageMembers };
  const command = parseFormattedCommand(format, plain.value, 'payload', context);
  return command.ok ? parseLightCommand(command.value.command, colorLamp, 'light') : command;
}

const nest = (depth: number): unknown => (depth === 0 ? 1 : { color: nest(depth - 1) });

const wrongValues: readonly (readonly [name: string, value: unknown])[] = [
  ['a date', new Date(0)],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['a large number', 1e300],
  ['a long text', 'x'.repeat(100_000)],
  ['a list in a list', [[1]]],
  ['an object in objects', nest(200)],
  ['a long list', Array.from({ length: 10_000 }, () => 1)],
  ['a function', () => undefined],
];

/** One word of each format. */
const words: Readonly<Record<LightFormatName, readonly string[]>> = {
  plain: ['brightness', 'color', 'decr_incr', 'red'],
  homekit: ['On', 'Brightness', 'Hue', 'Saturation', 'ColorTemperature'],
  'home-assistant': ['state', 'brightness', 'color', 'color_temp', 'transition'],
  google: ['on', 'brightness', 'color', 'brightnessRelativePercent', 'activeLightEffect'],
  alexa: ['powerState', 'brightness', 'color', 'colorTemperatureInKelvin'],
  zigbee2mqtt: ['state', 'brightness', 'color', 'color_temp', 'brightness_move'],
  openhab: ['state'],
  huemagic: ['brightness', 'color'],
};

const anyValue = fc.anything({ withDate: true, maxDepth: 3, withNullPrototype: true });

for (const format of lightFormatNames) {
  describe(`Wrong input in the format ${format}`, () => {
    for (const [name, value] of wrongValues) {
      it(`is an error with one sentence: ${name}, alone and in each word`, () => {
        const payloads = [value, ...words[format].map((word) => ({ [word]: value }))];
        for (const payload of payloads) {
          const parsed = readAsNode(format, payload);
          assert.ok(!parsed.ok);
          const sentence = describeProblem(parsed.problem);
          assert.match(sentence, /^payload\b/);
          assert.ok(sentence.length < 1_000, sentence);
        }
      });
    }

    it('never throws, whatever else is in the message', () => {
      fc.assert(
        fc.property(anyValue, anyValue, fc.constantFrom(...words[format]), (one, other, word) => {
          const message = { topic: one, hap: one, command: one, params: other };
          for (const payload of [one, { [word]: one }, { [word]: one, params: other }])
            readAsNode(format, payload, message);
        }),
        { numRuns: 100 },
      );
    });
  });
}

/** The sentences about a message, as the light node says them. */
function explain(format: LightFormatName, payload: unknown, lamp: Resource): readonly string[] {
  const target = { kind: 'light', lamp } as const;
  const read = parseFormattedCommand(format, payload, 'payload', { target, messageMembers: {} });
  if (!read.ok) return [describeProblem(read.problem)];
  const { command, paths, warnings } = read.value;
  const sent = paths && { payload, paths };
  const brightnessLimits = { maximum: 60 };
  const parsed = parseLightCommand(command, lamp, 'light', { sent, brightnessLimits });
  return parsed.ok
    ? [...warnings, ...parsed.value.warnings].map(toEnglish)
    : [describeProblem(parsed.problem)];
}

const sentences: readonly (readonly [
  format: LightFormatName,
  payload: unknown,
  lamp: Resource,
  sentence: string,
])[] = [
  [
    'zigbee2mqtt',
    { brightness_move: 40, brightness_step: 20 },
    colorLamp,
    'payload: expected either brightness_move or brightness_step, not both, got an object with brightness_move, brightness_step.',
  ],
  [
    'zigbee2mqtt',
    { state: 'TOGGLE', brightness_step_onoff: 20 },
    colorLamp,
    'payload: expected either brightness_step_onoff or state, not both, got an object with state, brightness_step_onoff.',
  ],
  [
    'zigbee2mqtt',
    { color: { hue: 120, saturation: 50 }, brightness: 100 },
    whiteLamp,
    'payload.color: left out, it needs a lamp that shows colours.',
  ],
  [
    'zigbee2mqtt',
    { state: 'OFF', color: { h: 120, s: 50, v: 20 } },
    colorLamp,
    'payload.color: left out, since the lamp is turned off.',
  ],
  [
    'zigbee2mqtt',
    { effect: 'candle', effect_speed: 5 },
    colorLamp,
    'payload.effect_speed: expected a number from 0 to 1, got 5. If it is from 0 to 100, write 0.05.',
  ],
  [
    'homekit',
    { On: true, Hue: 120, Saturation: 50 },
    whiteLamp,
    'payload.Hue: left out, it needs a lamp that shows colours.',
  ],
  [
    'home-assistant',
    { brightness: 255 },
    colorLamp,
    'payload.brightness: 100 became 60, the highest that this node allows.',
  ],
  [
    'alexa',
    { colorTemperatureInKelvin: 9000 },
    colorLamp,
    'payload.colorTemperatureInKelvin: 9000 became 6536, the coldest white of this lamp.',
  ],
  [
    'google',
    { on: true, color: { temperatureK: 9000 } },
    colorLamp,
    'payload.color: 9000 became 6536, the coldest white of this lamp.',
  ],
  ['openhab', '120,50,40', whiteLamp, 'payload: left out, it needs a lamp that shows colours.'],
];

describe('A sentence about a message in another format', () => {
  for (const [format, payload, lamp, sentence] of sentences) {
    it(`names what was sent: ${format} ${JSON.stringify(payload)}`, () =>
      assert.deepEqual(explain(format, payload, lamp), [sentence]));
  }
});

describe('A sentence about colour members beside plain words', () => {
  it('names the member that was sent', () => {
    const parsed = parseLightCommand({ r: 300, g: 0, b: 0, brightness: 50 }, colorLamp, 'light');
    assert.ok(!parsed.ok);
    assert.match(describeProblem(parsed.problem), /^payload\.r: expected a number from 0 to 255/);
  });
});
