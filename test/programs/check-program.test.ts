import assert from 'node:assert/strict';
import { checkProgramStartCommand } from '../../src/programs/parse-program';
import { describeProblem } from '../../src/resources/describe-problem';
import { expectProblem } from '../vocabulary/support/sample-resources';

const context = { at: 'payload', lamp: undefined, kind: 'light' } as const;
const check = (payload: unknown) => checkProgramStartCommand(payload, context);

describe('The command of a program, checked before its lamps are known', () => {
  for (const payload of [
    { turnOn: 'later', kelvin: 2700 },
    { play: 'candle' },
    { play: 'candle', restore: true },
    { play: [{ color: 'red', for: 10 }] },
    { alert: true, restore: true },
    { brightness: 10, transition: '3h' },
  ]) {
    it(`is taken: ${JSON.stringify(payload)}`, () => {
      const checked = check(payload);
      assert.ok(checked.ok, checked.ok ? '' : describeProblem(checked.problem));
    });
  }

  for (const [payload, pattern] of [
    [{ turnOn: 'later' }, /^payload: expected something to do/],
    [{ play: 'candle', restore: 'yes' }, /^payload\.restore: expected true or false/],
    [{ alert: true, restore: 1 }, /^payload\.restore: expected true or false/],
    [{ play: 'candle', for: '0s' }, /^payload\.for: expected a time above 0/],
    [{ play: 'candel' }, /Did you mean candle\?/],
    [{ brightness: 5, restore: true }, /^payload: expected play, alert or signal beside restore/],
    [{ brightness: 'dark', transition: '3h' }, /^payload\.brightness: /],
    [() => 1, /^payload: /],
  ] as const) {
    it(`is refused where it is wrong: ${JSON.stringify(payload)}`, () => {
      assert.match(describeProblem(expectProblem(check(payload))), pattern);
    });
  }
});
