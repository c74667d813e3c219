import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { FakeClock } from '../bridge/support/fake-clock';
import { sendRequest } from './support/simulator-client';
import {
  computeVisibleLight,
  createConstantAppearance,
  isLampAnimated,
} from '../../src/simulator/visible-lamp-light';
import type { LampAppearance } from '../../src/simulator/visible-lamp-light';

const lamp = createFixtureId('light/living-floor');

const device = createFixtureId('device/living-floor');

const red = { x: 0.6915, y: 0.3083 };

/** A clock that can go on while a change is made. */
class LaggingClock extends FakeClock {
  /** ms */
  lag = 0;

  override now(): number {
    return super.now() + this.lag;
  }
}

describe('What lamps of the simulator look like as time passes', () => {
  const clock = new LaggingClock();
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ clock });
  });
  after(async () => {
    await simulator.stop();
    assert.equal(clock.pendingTimers, 0, 'timers after the stop');
  });

  const put = async (body: object, rid = lamp, rtype = 'light'): Promise<void> => {
    const path = `/clip/v2/resource/${rtype}/${rid}`;
    const { status, text } = await sendRequest(simulator, 'PUT', path, { body });
    assert.ok(status < 300, text);
  };
  const look = (): number => Math.round(simulator.appearances.getLight(lamp)?.brightness ?? -1);
  const getState = (...path: string[]): unknown =>
    getNestedMember(simulator.home.get(lamp), ...path);
  const lookEvery = async (interval: number, times: number): Promise<number[]> => {
    const looks: number[] = [];
    for (let time = 0; time < times; time += 1) {
      await clock.advance(interval);
      looks.push(look());
    }
    return looks;
  };
  beforeEach(async () => {
    await put({ on: { on: true }, dimming: { brightness: 100 }, color: { xy: red } });
    await clock.advance(60_000);
  });

  it('they fade from what they showed, however long the simulator takes to make the change', async () => {
    simulator.home.once('change', () => (clock.lag = 200));
    await put({ dimming: { brightness: 50 }, dynamics: { duration: 600_000 } });
    assert.equal(look(), 100);
    clock.lag = 0;
  });

  it('they get to a brightness over the time of the transition, and report it at once', async () => {
    await put({ dimming: { brightness: 0 }, dynamics: { duration: 4_000 } });
    assert.equal(getState('dimming', 'brightness'), 0.4);
    assert.deepEqual(await lookEvery(1_000, 5), [75, 50, 25, 0, 0]);
  });

  it('they get to a scene over the duration of its recall', async () => {
    const scene = createFixtureId('scene/living-room/relax');
    await put({ recall: { action: 'active', duration: 4_000 } }, scene, 'scene');
    assert.deepEqual(await lookEvery(1_000, 5), [89, 78, 67, 56, 56]);
  });

  it('they take 0.4 s without a transition', async () => {
    await put({ on: { on: false } });
    assert.deepEqual(await lookEvery(100, 5), [75, 50, 25, 0, 0]);
  });

  it('they get to a colour step by step', async () => {
    const blue = { x: 0.2, y: 0.1 };
    await put({ color: { xy: blue }, dynamics: { duration: 2_000 } });
    await clock.advance(1_000);
    const { x = 0 } = simulator.appearances.getLight(lamp)?.xy ?? {};
    assert.ok(x > 0.4 && x < 0.49, `${x} lies between red and blue`);
    await clock.advance(1_000);
    const reported = getState('color', 'xy');
    assert.deepEqual(simulator.appearances.getLight(lamp)?.xy, reported);
  });

  it('they stop where they are when a button that dims them is released', async () => {
    await put({
      dimming_delta: { action: 'down', brightness_delta: 100 },
      dynamics: { duration: 4_000 },
    });
    await clock.advance(1_000);
    await put({ dimming_delta: { action: 'stop' } });
    assert.equal(getState('dimming', 'brightness'), 75.1);
    assert.deepEqual(await lookEvery(1_000, 2), [75, 75]);
  });

  it('they come back at their lowest brightness after a fade to off', async () => {
    await put({ on: { on: false }, dynamics: { duration: 4_000 } });
    assert.deepEqual(await lookEvery(1_000, 4), [75, 50, 25, 0]);
    await clock.advance(1_000);
    await put({ on: { on: true } });
    assert.equal(getState('dimming', 'brightness'), 0.4);
  });

  it('they come back at the brightness that a fade to off has reached', async () => {
    await put({ on: { on: false }, dynamics: { duration: 4_000 } });
    await clock.advance(1_000);
    await put({ on: { on: true } });
    assert.equal(getState('dimming', 'brightness'), 75.1);
  });

  it('they come back as they were after an off without a transition', async () => {
    await put({ on: { on: false } });
    await clock.advance(5_000);
    await put({ on: { on: true } });
    assert.equal(getState('dimming', 'brightness'), 100);
  });

  it('they come back as a command says', async () => {
    await put({ on: { on: false }, dynamics: { duration: 1_000 } });
    await clock.advance(2_000);
    await put({ on: { on: true }, dimming: { brightness: 100 } });
    assert.equal(getState('dimming', 'brightness'), 100);
  });

  it('they blink as long as a signal lasts', async () => {
    await put({ signaling: { signal: 'on_off', duration: 2_000 } });
    assert.deepEqual(await lookEvery(500, 5), [0, 100, 0, 100, 100]);
    assert.equal(getState('signaling', 'status'), undefined);
  });

  it('they take turns between the colours of a signal', async () => {
    const colors = [{ xy: red }, { xy: { x: 0.2, y: 0.1 } }];
    await put({ signaling: { signal: 'alternating', duration: 2_000, colors } });
    assert.deepEqual(simulator.appearances.getLight(lamp)?.xy, red);
    await clock.advance(500);
    assert.deepEqual(simulator.appearances.getLight(lamp)?.xy, colors[1]?.xy);
  });

  it('they breathe once for an alert, and blink for identify, by themselves or by their device', async () => {
    await put({ alert: { action: 'breathe' } });
    assert.deepEqual(await lookEvery(400, 4), [40, 15, 40, 100]);
    for (const [rid, rtype] of [
      [lamp, 'light'],
      [device, 'device'],
    ] as const) {
      await put({ identify: { action: 'identify', duration: 2_000 } }, rid, rtype);
      assert.deepEqual(await lookEvery(500, 4), [0, 100, 0, 100]);
    }
  });

  it('they rise like the sun for as long as a timed effect takes', async () => {
    await put({ on: { on: false } });
    await clock.advance(1_000);
    await put({ timed_effects: { effect: 'sunrise', duration: 60_000 } });
    assert.deepEqual(await lookEvery(15_000, 4), [25, 50, 75, 100]);
    await clock.advance(1_000);
    assert.deepEqual([getState('on', 'on'), look()], [true, 100]);
  });

  it('they flicker like a candle until the effect ends', async () => {
    for (const effect of ['candle', 'fire', 'sparkle', 'glisten']) {
      await put({ effects_v2: { action: { effect, parameters: { color: { xy: red } } } } });
      const looks = await lookEvery(130, 20);
      assert.ok(new Set(looks).size > 10, `${effect}: ${looks.join()}`);
      assert.ok(looks.every((brightness) => brightness >= 50 && brightness <= 100));
    }
    await put({ effects_v2: { action: { effect: 'no_effect' } } });
    assert.deepEqual(await lookEvery(130, 3), [100, 100, 100]);
  });

  it('they ignore an effect that stands beside a colour', async () => {
    await put({ effects_v2: { action: { effect: 'candle' } }, color: { xy: { x: 0.2, y: 0.2 } } });
    assert.equal(getState('effects_v2', 'status', 'effect'), 'no_effect');
  });
});

const xy = { x: 0.4, y: 0.4 };

type Blink = NonNullable<LampAppearance['blink']>;

/** The brightness of a lamp at a time in ms. */
const lookAt = (brightness: number, show: Partial<LampAppearance>, time: number): number =>
  computeVisibleLight({ ...createConstantAppearance({ brightness, xy }, 0), ...show }, time)
    .brightness;

describe('What a lamp of the simulator looks like', () => {
  const blue = { x: 0.15, y: 0.06 };

  const blinkOf = (kind: Blink['kind'], speedFactor = 1): Blink => ({
    kind,
    startedAt: 1_000,
    duration: 10_000,
    colors: [blue],
    speedFactor,
  });

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
