import assert from 'node:assert/strict';
import {
  computeVisibleLight,
  createConstantAppearance,
  isLampAnimated,
} from '../../../src/simulator/appearance/visible-lamp-light';
import type { LampAppearance } from '../../../src/simulator/appearance/visible-lamp-light';

const xy = { x: 0.4, y: 0.4 };
const blue = { x: 0.15, y: 0.06 };

type Blink = NonNullable<LampAppearance['blink']>;
const blinkOf = (kind: Blink['kind'], speedFactor = 1): Blink => ({
  kind,
  startedAt: 1_000,
  duration: 10_000,
  colors: [blue],
  speedFactor,
});

/** The brightness of a lamp at a time in ms. */
const lookAt = (brightness: number, show: Partial<LampAppearance>, time: number): number =>
  computeVisibleLight({ ...createConstantAppearance({ brightness, xy }, 0), ...show }, time)
    .brightness;

describe('What a lamp of the simulator looks like', () => {
  it('is dark with an effect, while the lamp is off', () => {
    for (const name of ['candle', 'prism']) {
      const effect = { name, startedAt: 0, speedFactor: 1 };
      const off = { brightness: 0, xy };
      assert.deepEqual(
        computeVisibleLight({ ...createConstantAppearance(off, 0), effect }, 700),
        off,
      );
    }
  });

  it('flickers also while the lamp is dim, twice as fast where time passes twice as fast', () => {
    const flicker = (speedFactor: number, time: number): number =>
      lookAt(0.5, { effect: { name: 'candle', startedAt: 1_000, speedFactor } }, time);
    assert.deepEqual(
      [1_000, 1_250, 1_700].map((time) => Number(flicker(1, time).toFixed(3))),
      [0.375, 0.367, 0.323],
    );
    assert.equal(flicker(2, 1_350), flicker(1, 1_700));
    assert.notEqual(flicker(2, 1_350), flicker(1, 1_350));
  });

  it('blinks with full brightness and back to dark, where the lamp is off', () => {
    for (const kind of ['identify', 'on_off', 'on_off_color'] as const)
      assert.deepEqual(
        [1_100, 1_600, 2_100, 11_000].map((time) => lookAt(0, { blink: blinkOf(kind) }, time)),
        [100, 0, 100, 0],
      );
  });

  it('changes by itself until its transition, its effect with an end or its blinking is over', () => {
    const lit = createConstantAppearance({ brightness: 40, xy }, 0);
    const dark = createConstantAppearance({ brightness: 0, xy }, 0);
    const times = { startedAt: 1_000, duration: 10_000 };
    const effect = { name: 'candle', startedAt: 1_000, speedFactor: 1 };
    for (const [appearance, during, afterwards] of [
      [lit, false, false],
      [{ ...lit, transition: { ...lit.transition, ...times } }, true, false],
      [{ ...lit, effect }, true, true],
      [{ ...dark, effect }, false, false],
      [{ ...lit, timedEffect: { ...times, name: 'sunrise' } }, true, false],
      [{ ...dark, blink: blinkOf('identify') }, true, false],
    ] as const)
      assert.deepEqual(
        [isLampAnimated(appearance, 10_999), isLampAnimated(appearance, 11_000)],
        [during, afterwards],
        JSON.stringify(appearance),
      );
  });

  it('blinks with its own brightness, however low', () => {
    assert.deepEqual(
      [1_100, 1_600, 11_000].map((time) => lookAt(0.5, { blink: blinkOf('on_off') }, time)),
      [0.5, 0, 0.5],
    );
    assert.equal(lookAt(40, { blink: blinkOf('on_off', 2) }, 1_300), 0);
  });

  it('breathes from dark where the lamp is off, and from its brightness where it is lit', () => {
    const breathe = { blink: blinkOf('breathe') };
    assert.deepEqual(
      [1_000, 1_800].map((time) => lookAt(0, breathe, time)),
      [0, 100],
    );
    assert.equal(lookAt(0.5, breathe, 1_000), 0.5);
    assert.ok(Math.abs(lookAt(0.5, breathe, 1_800) - 0.075) < 1e-9);
  });
});
