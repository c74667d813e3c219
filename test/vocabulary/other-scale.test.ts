import assert from 'node:assert/strict';
import { describeProblem } from '../../src/resources/describe-problem';
import { parseDayTable } from '../../src/programs/daylight-curve';
import { parseDaylightSettings } from '../../src/runtime/nodes/daylight';
import { parseLightCommand } from '../../src/vocabulary/light/command';
import { parseSceneCommand } from '../../src/vocabulary/scene';
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
