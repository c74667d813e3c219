import assert from 'node:assert/strict';
import { createDaylightPlan } from '../../src/programs/daylight-follower';
import type { DaylightCurve } from '../../src/programs/daylight-curve';
import type { LampStateReport } from '../../src/programs/lamp-state-report';
import type { FadeEndpoint } from '../../src/programs/program';
import { createFadePlan } from '../../src/programs/fade';
import { createSequencePlan } from '../../src/programs/sequence';
import { getNestedMember } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
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

  it('counts its steps over all rounds', () => {
    const plan = createPlan([dim, bright]);
    const at = (elapsed: number): readonly unknown[] => {
      const { key, members, until } = plan.at(elapsed, false);
      return [key, members, until];
    };
    for (const round of [0, 1, 2]) {
      const start = round * 2_500;
      assert.deepEqual(at(start), [2 * round, dim.members, start + 1_000]);
      assert.deepEqual(at(start + 999), [2 * round, dim.members, start + 1_000]);
      assert.deepEqual(at(start + 1_000), [2 * round + 1, bright.members, start + 2_500]);
    }
    assert.deepEqual(at(7_500), [5, bright.members, 7_500]);
    assert.equal(plan.duration, 7_500);
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

  it('has the light of the time at once where it begins, is late, or the date was set', () => {
    let now = 0;
    const plan = createDaylightPlan(curve, whiteLamp, () => now);
    const at = (time: number, elapsed: number, isLate: boolean) => {
      now = time;
      return plan.at(elapsed, isLate);
    };
    const isAt = (time: number) => ({
      color_temperature: { mirek: 200 + time / minute },
      dimming: { brightness: 50 + time / minute / 100 },
    });
    assert.deepEqual(at(0, 0, false), { key: 0, members: isAt(0), until: minute });
    assert.deepEqual(at(minute, minute, true), {
      key: minute,
      members: isAt(minute),
      until: 2 * minute,
    });
    assert.deepEqual(at(60 * minute, 2 * minute, false), {
      key: 2 * minute,
      members: isAt(60 * minute),
      until: 3 * minute,
    });
    assert.deepEqual(at(61 * minute, 3 * minute, false), {
      key: 3 * minute,
      members: { ...isAt(65 * minute), dynamics: { duration: 4 * minute } },
      until: 7 * minute,
    });
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

describe('The plan of a long fade', () => {
  const hour = 3_600_000;
  const createPlan = (from: FadeEndpoint, to: FadeEndpoint) =>
    createFadePlan({ kind: 'fade', from, to, duration: hour });
  const lit = { ...turnedOff, on: true };

  it('ends by a lamp that somebody turns off, but for the last part of a fade to off', () => {
    const plan = createPlan({ brightness: 50 }, { brightness: 0 });
    assert.equal(plan.isExternal(turnedOff, 0), true);
    assert.equal(plan.isExternal({ ...turnedOff, own: true }, 0), false);
    assert.equal(plan.isExternal({ ...turnedOff, changed: [] }, 0), false);
    assert.equal(plan.isExternal(turnedOff, hour - 1), false);
    assert.equal(
      createPlan({ brightness: 50 }, { brightness: 1 }).isExternal(turnedOff, hour - 1),
      true,
    );
  });

  for (const [what, from, to, changed, report, isExternal] of [
    [
      'a brightness on it',
      { brightness: 20 },
      { brightness: 21 },
      'dimming.brightness',
      { brightness: 16 },
      false,
    ],
    [
      'one below it',
      { brightness: 20 },
      { brightness: 21 },
      'dimming.brightness',
      { brightness: 15.9 },
      true,
    ],
    [
      'one above it',
      { brightness: 20 },
      { brightness: 21 },
      'dimming.brightness',
      { brightness: 25.1 },
      true,
    ],
    [
      'one that did not change',
      { brightness: 20 },
      { brightness: 21 },
      'on.on',
      { brightness: 50 },
      false,
    ],
    [
      'one where only the colour fades',
      { mirek: 200 },
      { mirek: 400 },
      'dimming.brightness',
      { brightness: 50 },
      false,
    ],
    [
      'a white on it',
      { mirek: 200 },
      { mirek: 400 },
      'color_temperature.mirek',
      { mirek: 192 },
      false,
    ],
    [
      'a white off it',
      { mirek: 200 },
      { mirek: 400 },
      'color_temperature.mirek',
      { mirek: 409 },
      true,
    ],
    [
      'a colour in place of a white',
      { mirek: 200 },
      { mirek: 400 },
      'color.xy',
      { xy: { x: 0.45, y: 0.35 } },
      true,
    ],
    [
      'a white on it that the lamp reports as a colour',
      { mirek: 200 },
      { mirek: 400 },
      'color.xy',
      { xy: { x: 0.4, y: 0.39 } },
      false,
    ],
    [
      'a white off it that the lamp reports as a colour',
      { mirek: 200 },
      { mirek: 400 },
      'color.xy',
      { xy: { x: 0.5269, y: 0.4133 } },
      true,
    ],
    ['a white that did not change', { mirek: 200 }, { mirek: 400 }, 'on.on', { mirek: 500 }, false],
    [
      'a white where only the brightness fades',
      { brightness: 20 },
      { brightness: 21 },
      'color_temperature.mirek',
      { mirek: 500 },
      false,
    ],
    [
      'a colour on it',
      { xy: { x: 0.2, y: 0.3 } },
      { xy: { x: 0.6, y: 0.3 } },
      'color.xy',
      { xy: { x: 0.4, y: 0.32 } },
      false,
    ],
    [
      'a colour off it',
      { xy: { x: 0.2, y: 0.3 } },
      { xy: { x: 0.6, y: 0.3 } },
      'color.xy',
      { xy: { x: 0.4, y: 0.34 } },
      true,
    ],
    [
      'a colour on the way from a white',
      { mirek: 370 },
      { xy: { x: 0.69, y: 0.3 } },
      'color.xy',
      { xy: { x: 0.46, y: 0.41 } },
      false,
    ],
    [
      'one off the way from a white',
      { mirek: 370 },
      { xy: { x: 0.69, y: 0.3 } },
      'color.xy',
      { xy: { x: 0.2, y: 0.2 } },
      true,
    ],
  ] as const) {
    it(`ends ${isExternal ? '' : 'not '}by ${what}`, () => {
      const shown = { ...lit, ...report, changed: [changed] };
      assert.equal(createPlan(from, to).isExternal(shown, 0), isExternal);
    });
  }

  it('changes the colour from a white to a colour, and from a colour to a white, over the colours between', () => {
    const xy = { x: 0.6, y: 0.3 };
    const toColor = createPlan({ mirek: 370 }, { xy });
    assert.deepEqual(toColor.at(hour - 1, false).members, {
      on: { on: true },
      color: { xy },
      dynamics: { duration: 0 },
    });
    const [first, last] = [0, hour - 1].map(
      (elapsed) => createPlan({ xy }, { mirek: 370 }).at(elapsed, false).members,
    );
    assert.equal(getNestedMember(first, 'color_temperature'), undefined);
    assert.deepEqual(last, {
      on: { on: true },
      color_temperature: { mirek: 370 },
      dynamics: { duration: 0 },
    });
    assert.deepEqual(createPlan({}, { xy }).at(0, false).members['color'], { xy });
    assert.equal(createPlan({}, { brightness: 5 }).at(0, false).members['color'], undefined);
  });

  it('catches up in two seconds where it is late, but for the last four', () => {
    const plan = createPlan({ mirek: 200 }, { mirek: 400 });
    const half = hour / 2;
    assert.deepEqual(plan.at(half / 2, true), {
      key: 2,
      members: {
        on: { on: true },
        color_temperature: { mirek: 250 },
        dynamics: { duration: 2_000 },
      },
      until: half / 2 + 2_000,
    });
    for (const isLate of [true, false])
      assert.deepEqual(plan.at(half - 4_000, isLate), {
        key: 0,
        members: {
          on: { on: true },
          color_temperature: { mirek: 300 },
          dynamics: { duration: 4_000 },
        },
        until: half,
      });
    assert.equal(plan.at(half - 4_001, true).key, 2);
    assert.deepEqual([plan.at(half - 1, false).key, plan.at(half, false).key], [0, 1]);
    assert.equal(plan.at(hour, false).until, hour);
  });
});
