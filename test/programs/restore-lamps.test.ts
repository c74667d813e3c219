import assert from 'node:assert/strict';
import { toRestoringUpdates } from '../../src/programs/restore';
import type { Resource } from '../../src/resources/resource';
import { colorLamp } from '../vocabulary/support/sample-resources';

const before: Resource = {
  ...colorLamp,
  on: { on: true },
  dimming: { brightness: 33 },
  color_temperature: { mirek: 250, mirek_valid: true },
};
const off: Resource = { ...before, on: { on: false } };

const shown = { dimming: { brightness: 33 }, color_temperature: { mirek: 250 } };
const lit = (duration: number): object => ({ on: { on: true }, ...shown, dynamics: { duration } });
const turnedOff = { on: { on: false }, dynamics: { duration: 0 } };

const restore = (...args: Parameters<typeof toRestoringUpdates>): readonly unknown[] =>
  toRestoringUpdates(...args).updates;

describe('What brings a lamp back to a state', () => {
  it('is one update for a lamp that was on, taken in 0.4 s or as fast as is asked for', () => {
    for (const present of [before, off, undefined]) {
      assert.deepEqual(restore(before, present), [lit(400)]);
      assert.deepEqual(restore(before, present, 2_000), [lit(2_000)]);
    }
  });

  it('is, for one that was off and is on, what it is to come back with, and then off, both at once', () => {
    assert.deepEqual(restore(off, before), [lit(0), turnedOff]);
    assert.deepEqual(restore(off, before, 2_000), [lit(0), turnedOff]);
  });

  it('is off alone for one that is off, or of which nothing is known', () => {
    for (const present of [off, undefined]) assert.deepEqual(restore(off, present), [turnedOff]);
  });

  it('leaves out an effect that the lamp no longer offers, and brings back the rest', () => {
    const present: Resource = {
      ...colorLamp,
      effects_v2: { status: { effect: 'no_effect' }, action: { effect_values: ['fire'] } },
    };
    const withEffect: Resource = { ...before, effects_v2: { status: { effect: 'candle' } } };
    assert.deepEqual(toRestoringUpdates(withEffect, present), {
      updates: [lit(400)],
      leftOut: ['effect'],
    });
  });

  it('leaves out the white and the brightness that the lamp cannot take', () => {
    const white = { color_temperature: { mirek: 20, mirek_valid: true } };
    const rows: readonly [Resource, readonly string[]][] = [
      [{ ...before, ...white }, ['mirek']],
      [{ ...before, dimming: { brightness: 400 } }, ['brightness']],
      [{ ...before, ...white, dimming: { brightness: 400 } }, ['brightness', 'mirek']],
    ];
    for (const [state, leftOut] of rows) {
      const restoring = toRestoringUpdates(state, colorLamp);
      assert.deepEqual(restoring.leftOut.toSorted(), leftOut);
      assert.deepEqual(
        restoring.updates.map((update) => update['on']),
        [{ on: true }],
      );
    }
  });

  it('leaves out an effect of an older lamp that the lamp no longer offers', () => {
    const { effects_v2: _newer, ...older } = colorLamp;
    const present: Resource = {
      ...older,
      effects: { status: 'no_effect', effect_values: ['fire'] },
    };
    const withEffect: Resource = { ...before, effects: { status: 'candle' } };
    assert.deepEqual(toRestoringUpdates(withEffect, present), {
      updates: [lit(400)],
      leftOut: ['effect'],
    });
  });
});
