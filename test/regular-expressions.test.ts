import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A regular expression that stands in a line of code, between what may stand before one and its flags. */
const literal =
  /(?<=[=(,:!&|?{}[;]|return|^)\s*\/(?<source>(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/(?<flags>[dgimsuvy]*)/gm;

/** Time of a process in ms, which other processes do not lengthen. */
function measureCpuTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Texts that make an expression begin to match, again and again, in vain. */
function listUnits(source: string): readonly string[] {
  const usual = [' ', '0', 'a', '.', ',', ':'];
  const own = [...source.replaceAll(/\\./g, '')];
  const letters = new Set([...usual, ...own, '\n', '-', '"', '/', 'é']);
  return [...letters].flatMap((letter) => [letter, ...usual.map((other) => letter + other)]);
}

const listExpressions = (): ReadonlyMap<string, RegExp> => {
  const files = ['src', 'nodes'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const expressions = new Map<string, RegExp>();
  for (const file of files) {
    const code = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '');
    for (const { groups } of code.matchAll(literal)) {
      const { source = '', flags = '' } = groups ?? {};
      expressions.set(`${file}: /${source}/${flags}`, new RegExp(source, flags));
    }
  }
  return expressions;
};

const length = 16_000;
/** Below this time in ms, at the double length, a difference is chance; the square of the length takes many times as long. */
const insignificant = 8;
const mostRuns = 6;

/** True when a text of double the length takes about four times as long, each time it is tried. */
function isSuperlinear(expression: RegExp, unit: string, end: string): boolean {
  const create = (size: number): string => unit.repeat(size / unit.length) + end;
  const [short, long] = [create(length), create(2 * length)];
  const measure = (text: string): number => measureCpuTime(() => text.replace(expression, ''));
  let [shortest, longest] = [Infinity, Infinity];
  for (let run = 0; run < mostRuns; run += 1) {
    longest = Math.min(longest, measure(long));
    if (longest < insignificant) return false;
    shortest = Math.min(shortest, measure(short));
  }
  return longest > 3 * shortest;
}

describe('Each regular expression of the package', () => {
  it('takes at most twice as long for a text of double the length', () => {
    const expressions = listExpressions();
    assert.ok(expressions.size > 80, `${expressions.size} were found`);
    for (const [place, expression] of expressions)
      for (const unit of listUnits(expression.source))
        for (const end of ['', '\0', '!x'])
          assert.ok(!isSuperlinear(expression, unit, end), `${place}: ${unit}…${end}`);
  });
});
