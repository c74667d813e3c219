import assert from 'node:assert/strict';
import { validateWriteBody } from '../../src/resources/check-body';
import { describeProblem, describeValue } from '../../src/resources/describe-problem';

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
