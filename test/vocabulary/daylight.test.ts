import assert from 'node:assert/strict';
import { describeProblem } from '../../src/resources/describe-problem';
import { parseDaylightCommand } from '../../src/vocabulary/daylight';
import { expectProblem, expectValue } from './support/sample-resources';

describe('The command of a daylight node', () => {
  for (const [payload, command] of [
    [true, 'enable'],
    [false, 'disable'],
    ['toggle', 'toggle'],
    ['resume', 'resume'],
    ['get', 'get'],
    [undefined, 'get'],
    [null, 'get'],
    ['', 'get'],
    [{ get: true }, 'get'],
    [1e12, 'get'],
  ] as const) {
    it(`is ${command} for ${JSON.stringify(payload)}`, () =>
      assert.equal(expectValue(parseDaylightCommand(payload, 'payload')), command));
  }

  for (const payload of ['on', 1e12 - 1, 1e13, {}, { get: false }, { get: true, on: true }]) {
    it(`is refused: ${JSON.stringify(payload)}`, () =>
      assert.match(
        describeProblem(expectProblem(parseDaylightCommand(payload, 'payload'))),
        /^payload: expected true, false, "toggle", "resume" or "get"/,
      ));
  }
});
