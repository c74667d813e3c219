import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const run = (
  script: string,
  ...words: readonly string[]
): { status: number | null; told: string } => {
  const file = join(process.cwd(), 'dist', 'scripts', `${script}.js`);
  const { status, stderr } = spawnSync(process.execPath, [file, ...words], { encoding: 'utf8' });
  return { status, told: stderr };
};

describe('A script that gets an option it cannot take', () => {
  const cases: readonly [string, readonly string[], RegExp][] = [
    [
      'soak',
      ['--minutes', 'abc'],
      /^--minutes takes a number above 0, up to 10080; got "abc"\.\n$/,
    ],
    ['soak', ['--minutes', ''], /got ""/],
    ['soak', ['--minutes', '5', '--seed', '1.5'], /^--seed takes a whole number/],
    ['faults', ['--case', '60'], /^--case takes a whole number above 0, up to 59; got "60"\.\n$/],
    ['faults', ['--group', 'weather'], /^There is no group "weather"\. Groups: http, tls, /],
    ['faults', ['--case', '1', '--group', 'tls'], /^There is no such case\. Groups: /],
    ['faults', ['--loud'], /^Unknown option '--loud'/],
  ];
  for (const [script, words, sentence] of cases) {
    it(`says so in a sentence: ${script} ${words.join(' ')}`, () => {
      const { status, told } = run(script, ...words);
      assert.equal(status, 1);
      assert.match(told, sentence);
      assert.doesNotMatch(told, /\n +at /);
    });
  }
});
