import assert from 'node:assert/strict';
import { createDaylightPlan } from '../../src/programs/daylight/daylight-plan';
import type { DaylightCurve } from '../../src/programs/daylight/daylight-curve';
import type { LampStateReport } from '../../src/programs/lamp-state-report';
import { createSequencePlan } from '../../src/programs/runs/sequence-plan';
import type { Resource } from '../../src/resources';
import { colorLamp, whiteLamp } from '../vocabulary/support/sample-resources';

const turnedOff: LampStateReport = {
  on: false,
  brightness: undefined,
  mirek: undefined,
  xy: undefined,
  changed: ['on.on'],
  own: false,
};

describe('The plan of a sequence', () => {
  const off = { members: { on: { on: false } }, duration: 500 };
  const dim = { members: { dimming: { brightness: 10 } }, duration: 1_000 };
  const bright = { members: { dimming: { brightness: 90 } }, duration: 1_500 };
  const createPlan = (steps: readonly (typeof dim | typeof off)[], seed: number | null = null) =>
    createSequencePlan({ kind: 'sequence', steps, rounds: 3, seed });

  it('ends by a lamp that somebody turns off, and not by the report of a step or of what was sent before it', () => {
    for (const steps of [
      [off, bright],
      [dim, bright],
    ]) {
      assert.equal(createPlan(steps).isExternal(turnedOff, 0), true);
      assert.equal(createPlan(steps).isExternal({ ...turnedOff, own: true }, 0), false);
    }
    assert.equal(
      createPlan([dim, bright]).isExternal({ ...turnedOff, changed: ['dimming.brightness'] }, 0),
      false,
    );
  });

  it('takes all steps in every round at random, in the same order whenever it is asked', () => {
    const steps = [...Array(6).keys()].map((index) => ({
      members: { dimming: { brightness: index } },
      duration: 1_000,
    }));
    const plan = createPlan(steps, 20);
    const orderOf = (round: number): number[] =>
      steps.map((_, index) => {
        const { members, until } = plan.at(round * 6_000 + index * 1_000, false);
        assert.equal(until, round * 6_000 + (index + 1) * 1_000);
        return steps.findIndex((step) => step.members === members);
      });
    for (const round of [0, 1, 2]) {
      assert.deepEqual(new Set(orderOf(round)), new Set(steps.keys()));
      assert.deepEqual(orderOf(round), orderOf(round));
    }
    assert.notDeepEqual(orderOf(0), orderOf(1));
  });
});

describe('The plan of a lamp that follows the day', () => {
  const minute = 60_000;
  /** Warmer by one mirek a minute, and brighter by a hundredth of a percent point. */
  const curve: DaylightCurve = (time) => ({
    mirek: 200 + time / minute,
    brightness: 50 + time / minute / 100,
  });
  const createPlan = (lamp: Resource, of = curve) => createDaylightPlan(of, lamp, () => 0);

  it('takes the time until white or brightness have changed enough, whichever is sooner', () => {
    const plan = createPlan(whiteLamp);
    plan.at(0, false);
    assert.equal(plan.at(1, false).until, 1 + 4 * minute);
    const brighter = createPlan(whiteLamp, (time) => ({
      mirek: 200,
      brightness: 50 + time / minute / 2,
    }));
    brighter.at(0, false);
    assert.equal(brighter.at(1, false).until, 1 + 3 * minute);
  });

  it('waits half an hour at most where nothing changes', () => {
    const plan = createPlan(whiteLamp, () => ({ mirek: 200, brightness: 50 }));
    plan.at(0, false);
    assert.equal(plan.at(1, false).until, 1 + 30 * minute);
  });

  it('ends by a brightness or white off its course, and not by one that it left alone', () => {
    const plan = createPlan(colorLamp);
    plan.at(0, false);
    const report = { ...turnedOff, on: true, brightness: 50, mirek: 200 };
    const isExternal = (changes: Partial<LampStateReport>): boolean =>
      plan.isExternal({ ...report, ...changes }, 10_000);
    assert.equal(isExternal({ brightness: 20, changed: ['dimming.brightness'] }), true);
    assert.equal(isExternal({ brightness: 20, changed: [] }), false);
    assert.equal(isExternal({ mirek: 400, changed: ['color_temperature.mirek'] }), true);
    assert.equal(isExternal({ mirek: undefined, changed: ['color.xy'] }), true);
    assert.equal(isExternal({ brightness: 53, changed: ['dimming.brightness'] }), false);
  });

  it('lets people choose the brightness where it follows in white alone', () => {
    const plan = createPlan(colorLamp, () => ({ mirek: 200 }));
    plan.at(0, false);
    const dimmed = { ...turnedOff, on: true, brightness: 20, mirek: 200 };
    assert.equal(plan.isExternal({ ...dimmed, changed: ['dimming.brightness'] }, 10_000), false);
  });
});
