import assert from 'node:assert/strict';
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
import { colorLamp } from '../support/sample-resources';

/** As the light node reads a message. */
function read(
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
          const parsed = read(format, payload);
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
            read(format, payload, message);
        }),
        { numRuns: 100 },
      );
    });
  });
}
