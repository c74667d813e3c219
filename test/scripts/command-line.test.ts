import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const runScript = (
  script: string,
  ...args: readonly string[]
): { status: number | null; errorOutput: string } => {
  const file = join(process.cwd(), 'dist', 'scripts', `${script}.js`);
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });
  return { status, errorOutput: stderr };
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
    ['faults', ['--case', '81'], /^--case takes a whole number above 0, up to 80; got "81"\.\n$/],
    ['faults', ['--group', 'weather'], /^There is no group "weather"\. Groups: http, tls, /],
    ['faults', ['--case', '1', '--group', 'tls'], /^There is no such case\. Groups: /],
    ['faults', ['--loud'], /^Unknown option '--loud'/],
  ];
  for (const [script, args, sentence] of cases) {
    it(`says so in a sentence: ${script} ${args.join(' ')}`, () => {
      const { status, errorOutput } = runScript(script, ...args);
      assert.equal(status, 1);
      assert.match(errorOutput, sentence);
      assert.doesNotMatch(errorOutput, /\n +at /);
    });
  }
});
