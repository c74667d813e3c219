import assert from 'node:assert/strict';
import * as v from 'valibot';
import { openEnum } from '../../src/resources/schemas';
import { describeExpectation, describeFields } from '../../src/resources/describe-schema';

describe('What a member of a body expects', () => {
  for (const [schema, expected] of [
    [v.boolean(), { kind: 'either', first: 'true', last: 'false' }],
    [v.number(), 'a number'],
    [v.pipe(v.number(), v.integer()), 'a whole number'],
    [v.pipe(v.number(), v.minValue(1)), 'a number'],
    [v.pipe(v.number(), v.maxValue(1)), 'a number'],
    [v.pipe(v.number(), v.minValue(1), v.maxValue(9)), { kind: 'range', minimum: 1, maximum: 9 }],
    [
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9)),
      { kind: 'wholeRange', minimum: 0, maximum: 9 },
    ],
    [v.string(), 'text'],
    [v.pipe(v.string(), v.minLength(1)), 'text'],
    [v.pipe(v.string(), v.maxLength(9)), { kind: 'textLength', minimum: 0, maximum: 9 }],
    [
      v.pipe(v.string(), v.minLength(1), v.maxLength(9)),
      { kind: 'textLength', minimum: 1, maximum: 9 },
    ],
    [v.pipe(v.string(), v.regex(/^a+$/)), 'text like ^a+$'],
    [v.pipe(v.string(), v.regex(/^[0-9a-f]{8}-/)), { kind: 'id' }],
    [openEnum(['one', 'two']), { kind: 'textLike', values: ['one', 'two'] }],
    [v.literal('one'), '"one"'],
    [v.picklist(['one', 'two']), { kind: 'oneOf', values: ['one', 'two'] }],
    [v.array(v.string()), { kind: 'list' }],
    [v.pipe(v.array(v.string()), v.maxLength(3)), { kind: 'shortList', maximum: 3 }],
    [
      v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3)),
      { kind: 'listLength', minimum: 1, maximum: 3 },
    ],
    [v.object({}), { kind: 'object' }],
    [v.strictObject({}), { kind: 'object' }],
    [v.looseObject({}), { kind: 'object' }],
    [v.record(v.string(), v.unknown()), { kind: 'object' }],
    [v.optional(v.number()), 'a number'],
    [v.unknown(), 'any value'],
  ] as const) {
    it(`is ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(describeExpectation(schema), expected));
  }

  it('is listed with all members inside, in the order of the body', () => {
    const schema = v.strictObject({
      on: v.strictObject({ on: v.boolean() }),
      points: v.optional(v.array(v.strictObject({ x: v.optional(v.number()) }))),
      names: v.array(v.string()),
    });
    assert.deepEqual(
      describeFields(schema).map(({ path, required }) => [path, required]),
      [
        ['on', true],
        ['on.on', true],
        ['points', false],
        ['points[].x', false],
        ['names', true],
        ['names[]', true],
      ],
    );
  });
});
