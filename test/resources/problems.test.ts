import assert from 'node:assert/strict';
import { validateWriteBody } from '../../src/resources/check-body';
import { describeProblem, describeValue } from '../../src/resources/describe-problem';
import * as v from 'valibot';
import { openEnum } from '../../src/resources/schemas';
import { describeExpectation, describeFields } from '../../src/resources/describe-schema';

const shownValues: readonly [value: unknown, words: string][] = [
  [undefined, 'nothing'],
  [null, 'null'],
  ['abc', '"abc"'],
  ['x'.repeat(1_000_000), `"${'x'.repeat(80)}…"`],
  ['line\nbreak\t\u001b[31m', '"line\\u000abreak\\u0009\\u001b[31m"'],
  ['\u202eabc\u2066', '"\\u202eabc\\u2066"'],
  ['💡', '"💡"'],
  ['👩\u200d🔧', '"👩\u200d🔧"'],
  ['\u200blamp\ufeff', '"\\u200blamp\\ufeff"'],
  ['lamp\u{e0041}', '"lamp\\u{e0041}"'],
  [-0, '0'],
  [NaN, 'NaN'],
  [1.5, '1.5'],
  [true, 'true'],
  [10n ** 400n, 'a BigInt'],
  [Symbol('secret'), 'a symbol'],
  [() => 'secret', 'a function'],
  [[], 'a list of 0 entries'],
  [[1], 'a list of 1 entry'],
  [{}, 'an object without members'],
  [{ on: 1, color: 2 }, 'an object with on, color'],
  [{ a: 1, b: 2, c: 3, d: 4, e: 5 }, 'an object with a, b, c, d, …'],
  [{ 'a b': 1 }, 'an object with ["a b"]'],
  [Buffer.alloc(3), 'a Buffer'],
  [new Float64Array(50_000_000), 'a typed array'],
  [Object('x'.repeat(50_000_000)), 'a boxed value'],
  [new Date(NaN), 'a Date'],
  [new Proxy({}, {}), 'a Proxy'],
];

describe('A problem', () => {
  for (const [value, words] of shownValues) {
    it(`shows what came as ${words}`, () => {
      assert.equal(describeValue(value), words);
    });
  }

  it('is one sentence with path, expectation and value', () => {
    assert.equal(
      describeProblem({
        path: 'payload.brightness',
        expected: 'a number from 0 to 100',
        received: 'abc',
      }),
      'payload.brightness: expected a number from 0 to 100, got "abc".',
    );
  });

  it('asks whether something else was meant', () => {
    const problem = { path: 'p', expected: 'e', received: 1, suggestion: 'brightness' };
    assert.equal(describeProblem(problem), 'p: expected e, got 1. Did you mean brightness?');
  });

  it('shows what looks like a placeholder as it came', () => {
    const problem = { path: 'p.__received__', expected: 'e __path__', received: '__expected__' };
    assert.equal(
      describeProblem(problem),
      'p.__received__: expected e __path__, got "__expected__".',
    );
  });

  it('shows no hidden characters of member names', () => {
    const problem = { path: 'p', expected: 'e', received: { '\u202ea': 1 } };
    assert.equal(describeProblem(problem), 'p: expected e, got an object with ["\\u202ea"].');
  });

  it('stays short and clean, whatever its path holds', () => {
    const sentence = describeProblem({ path: 'p\n'.repeat(9999), expected: 'e', received: 1 });
    assert.ok(sentence.length < 700);
    assert.doesNotMatch(sentence, /\n/);
  });

  it('stays short and clean, whatever the bridge calls its resources', () => {
    const name = '\u202Egnol\0\n'.repeat(999);
    const problem = { path: 'target', expected: `one of ${name}`, received: 1, suggestion: name };
    const sentence = describeProblem(problem);
    assert.ok(sentence.length < 20_000);
    assert.doesNotMatch(sentence, /[\u202E\0\n]/);
  });

  it('of a whole body says so', () => {
    const check = validateWriteBody('light', 'update', []);
    assert.ok(!check.ok);
    const sentence = 'the body: expected an object, got a list of 0 entries.';
    assert.equal(describeProblem(check.problems[0]), sentence);
  });

  it('of a body shows the path of a member with an odd name as one could write it', () => {
    const check = validateWriteBody('light', 'update', { on: { 'a b': 1, on: true } });
    assert.ok(!check.ok);
    assert.match(describeProblem(check.problems[0]), /^on\["a b"\]: expected one of on/);
  });
});

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
