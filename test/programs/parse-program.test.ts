import assert from 'node:assert/strict';
import { checkProgramStartCommand } from '../../src/programs/parse-program';
import { describeProblem } from '../../src/resources/describe-problem';
import { expectProblem, id } from '../vocabulary/support/sample-resources';
import { getElapsedAfterRestart } from '../../src/programs/program';
import type { Program } from '../../src/programs/program';
import { isStoredProgram } from '../../src/programs/stored-program';

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

const start = Date.UTC(2026, 10, 24);

const program: Program = {
  target: { rid: id(1), rtype: 'light' },
  lamps: [id(1)],
  properties: ['brightness'],
  content: { kind: 'later', members: {} },
  startedAt: start,
};

describe('The time that a stored program has run', () => {
  for (const [what, startedAt, keptAt, now, elapsed] of [
    ['goes on while Node-RED does not run', start, start + 5, start + 9, 9],
    ['is known without the time of storing', start, undefined, start + 9, 9],
    ['counts also without a pause', start, start + 5, start + 5, 5],
    ['is that of storing, once the clock is behind it', start, start + 5, start + 4, 5],
    ['is that of storing, where the clock was not set at the start', 7, 12, start, 5],
    ['is none, where the clock was set back before the storing', start, start - 5, start - 9, 0],
    ['is known from 2025', Date.UTC(2025, 0, 1), undefined, Date.UTC(2025, 0, 1) + 3, 3],
    ['is not known before 2025', Date.UTC(2025, 0, 1) - 1, undefined, start, 0],
  ] as const) {
    it(what, () => {
      const stored = { ...program, startedAt, ...(keptAt !== undefined && { keptAt }) };
      assert.equal(getElapsedAfterRestart(stored, now), elapsed);
    });
  }
});

describe('A stored program', () => {
  const step = { members: {}, duration: 1 };
  const sequence = { kind: 'sequence', steps: [step], rounds: null, seed: null };
  const fade = { kind: 'fade', from: {}, to: {}, duration: 1 };
  const latest = 8.64e15;

  for (const change of [
    {},
    { startedAt: 0, keptAt: latest },
    { hasBegun: true, starter: { nodeId: 'node', digest: 'd' } },
    { content: fade },
    { content: { ...fade, to: { brightness: 5, mirek: 300, xy: { x: 0, y: 0 } } } },
    { content: sequence },
    { content: { ...sequence, kind: 'alert', rounds: 0.5, longest: 1, seed: 7, lengthSeed: 7 } },
    { content: { ...sequence, before: [{ id: id(1), type: 'light' }] } },
    { content: { ...sequence, steps: [{ ...step, maxDuration: 2 }] } },
    { content: { kind: 'restore', before: [], steps: [] } },
  ]) {
    it(`is one: ${JSON.stringify(change)}`, () =>
      assert.equal(isStoredProgram({ ...program, ...change }), true));
  }

  for (const change of [
    { startedAt: -1 },
    { startedAt: latest * 2 },
    { keptAt: '2026' },
    { target: { rid: id(1), rtype: 'room' } },
    { lamps: [1] },
    { properties: ['effect'] },
    { starter: { nodeId: 'node' } },
    { hasBegun: 1 },
    { content: { kind: 'daylight' } },
    { content: { ...fade, duration: 0 } },
    { content: { ...fade, duration: latest * 2 } },
    { content: { ...fade, to: { brightness: Infinity } } },
    { content: { ...fade, to: { mirek: NaN } } },
    { content: { ...fade, from: { xy: { x: 0 } } } },
    { content: { ...sequence, steps: [] } },
    { content: { ...sequence, steps: [{ members: 1, duration: 1 }] } },
    { content: { ...sequence, rounds: 0 } },
    { content: { ...sequence, seed: Infinity } },
    { content: { ...sequence, longest: 0 } },
    { content: { ...sequence, before: [{ id: id(1) }] } },
  ]) {
    it(`is none: ${JSON.stringify(change)}`, () =>
      assert.equal(isStoredProgram({ ...program, ...change }), false));
  }
});
