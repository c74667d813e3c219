import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { CoalescedWrite } from '../../../src/bridge/waiting';
import { validateWriteBody } from '../../../src/resources/check-body';
import { getNestedMember } from '../../../src/resources/members';
import type { Members } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { changesLightState, lightWriteHandler } from '../../../src/simulator/handlers/light';
import { createFixtureHome } from '../../../src/simulator/fixtures/home';
import { SimulatedHome } from '../../../src/simulator/simulated-home';
import { LampAppearanceTracker } from '../../../src/simulator/lamp-appearance';
import { TimerGroup } from '../../../src/simulator/timers';
import { collectOutcomes, createAutoReplyHarness, createLampCommand } from './queue-harness';

const canCoalesce = (...bodies: Members[]): boolean =>
  new CoalescedWrite(bodies.slice(0, -1)).tryAdd(bodies.at(-1) ?? {});

const on = (value: boolean): Members => ({ on: { on: value } });
const dimming = { dimming: { brightness: 50 } };
const color = { color: { xy: { x: 0.5, y: 0.4 } } };
const temperature = { color_temperature: { mirek: 300 } };
const gradient = { gradient: { points: [color, color] } };
const candle = { effects: { effect: 'candle' } };
const sunrise = { timed_effects: { effect: 'sunrise', duration: 60_000 } };
const withDuration = (duration: number): Members => ({ dynamics: { duration } });

describe('Commands for one resource', () => {
  it('go together when they are for different properties, or for the same one', () => {
    assert.ok(canCoalesce(on(true), dimming));
    assert.ok(canCoalesce(on(true), on(false)));
    assert.ok(canCoalesce(dimming, color, dimming));
    assert.ok(canCoalesce({ metadata: { name: 'A' } }, { metadata: { archetype: 'plug' } }));
  });

  it('with effects go together only with what replaces everything', () => {
    assert.equal(canCoalesce(candle, { timed_effects: { effect: 'no_effect' } }), false);
    assert.equal(canCoalesce(sunrise, { effects: { effect: 'no_effect' } }), false);
    assert.equal(canCoalesce(candle, { effects_v2: { action: { effect: 'no_effect' } } }), false);
    assert.equal(canCoalesce(sunrise, on(false)), false);
    assert.equal(canCoalesce(on(true), sunrise), false);
    assert.equal(canCoalesce(color, candle), false);
    assert.ok(canCoalesce(candle, { effects: { effect: 'fire' } }));
    assert.ok(canCoalesce({ ...on(true), ...candle }, { ...on(false), ...candle }));
  });

  it('for a colour are replaced only by a command of the same kind', () => {
    assert.equal(canCoalesce(color, temperature), false);
    assert.equal(canCoalesce(temperature, color), false);
    assert.equal(canCoalesce(gradient, color), false);
    assert.equal(canCoalesce(color, { ...color, ...temperature }), false);
    assert.equal(canCoalesce({ ...color, ...temperature }, temperature), false);
    assert.ok(canCoalesce({ ...color, ...temperature }, dimming));
    assert.ok(canCoalesce(gradient, gradient));
  });

  it('with different transitions go together only where nothing is left to fade', () => {
    assert.equal(canCoalesce({ ...dimming, ...withDuration(60_000) }, color), false);
    assert.equal(canCoalesce(on(true), { ...dimming, ...withDuration(5_000) }), false);
    assert.ok(
      canCoalesce({ ...dimming, ...withDuration(400) }, { ...color, ...withDuration(400) }),
    );
    assert.ok(canCoalesce({ ...dimming, ...withDuration(60_000) }, dimming));
    assert.ok(
      canCoalesce({ ...dimming, ...withDuration(60_000) }, on(false)),
      'an off ends the fade',
    );
    assert.ok(
      canCoalesce(
        { ...dimming, ...withDuration(60_000) },
        { metadata: { name: 'A' }, ...withDuration(60_000) },
      ),
    );
    assert.equal(
      canCoalesce(
        { ...dimming, ...withDuration(100) },
        { ...dimming, ...withDuration(200) },
        color,
      ),
      false,
    );
  });

  it('that leave a part of an earlier one out do not replace it', () => {
    const custom = { powerup: { preset: 'custom', on: { mode: 'toggle' } } };
    assert.equal(canCoalesce(custom, { powerup: { preset: 'safety' } }), false);
    assert.equal(
      canCoalesce({ configuration: { a: 1, b: 2 } }, { configuration: { a: 3 } }),
      false,
    );
    assert.ok(canCoalesce({ configuration: { a: 1, b: 2 } }, { configuration: { b: 3, a: 4 } }));
  });

  it('still go together when one between them is given up', () => {
    const faded = { ...dimming, ...withDuration(60_000) };
    assert.equal(
      canCoalesce(faded, dimming, color),
      false,
      'without the second, the fade would be lost',
    );
  });
});

describe('A lamp whose commands are merged', () => {
  it('shows what it would show had each gone alone', async () => {
    let mergedRuns = 0;
    await fc.assert(
      fc.asyncProperty(anyWrites, async (writes) => {
        const separate = new SimulatedLamp();
        for (const body of writes) separate.applyUpdate(body);
        const merged = new SimulatedLamp();
        const harness = createAutoReplyHarness();
        harness.onSent = (sent) => {
          merged.applyUpdate(JSON.parse(sent.request.body ?? '{}'));
          harness.reply(sent);
        };
        const outcomes = collectOutcomes(
          writes.map((body) => harness.queue.submit(createLampCommand(1, body))),
        );
        await harness.clock.advance(3_000);
        assert.equal(outcomes.merged.length, writes.length);
        if (harness.sent.length < writes.length) mergedRuns += 1;
        assert.deepEqual(merged.getState(), separate.getState());
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
    assert.ok(mergedRuns > 50, `only ${mergedRuns} times was anything merged`);
  });
});

const anyColor = fc.constantFrom(0.3, 0.35, 0.4).map((x) => ({ xy: { x, y: 0.35 } }));
const anyEffect = fc.constantFrom('no_effect', 'candle', 'fire');
const anyMember = fc.oneof(
  fc.record({ on: fc.record({ on: fc.boolean() }) }),
  fc.record({ dimming: fc.record({ brightness: fc.integer({ min: 1, max: 100 }) }) }),
  fc.record({ color: anyColor }),
  fc.record({ color_temperature: fc.record({ mirek: fc.integer({ min: 200, max: 400 }) }) }),
  fc.record({
    gradient: anyColor.map((point) => ({ points: [{ color: point }, { color: point }] })),
  }),
  fc.record({ effects: fc.record({ effect: anyEffect }) }),
  fc.record({ effects_v2: anyEffect.map((name) => ({ action: { effect: name } })) }),
  fc.constantFrom(sunrise, { timed_effects: { effect: 'no_effect' } }),
  fc.constantFrom(withDuration(0), withDuration(400)),
  fc.record({ metadata: fc.constantFrom({ name: 'A' }, { name: 'B' }, { archetype: 'plug' }) }),
  fc.record({ powerup: fc.constantFrom({ preset: 'safety' }, { preset: 'powerfail' }) }),
);
const anyWrite = fc
  .array(anyMember, { minLength: 1, maxLength: 3 })
  .map((members): Record<string, unknown> =>
    Object.fromEntries(members.flatMap((one) => Object.entries(one))),
  );
/** Writes as the nodes send them: a value turns on a lamp that is off, since the lamp would drop the value. */
const anyWrites = fc.array(anyWrite, { minLength: 2, maxLength: 6 }).map((writes) => {
  let isOn = true;
  return writes.map((write) => {
    if (getNestedMember(write, 'on', 'on') === false) {
      isOn = false;
      return { on: { on: false } };
    }
    if (!isOn && changesLightState(write)) {
      isOn = true;
      return { ...write, on: { on: true } };
    }
    return write;
  });
});

const fixtures = createFixtureHome('001788FFFE000000');
/** It has every capability. */
const gradientLamp = fixtures.find(
  ({ type, gradient: gradientMembers }) => type === 'light' && gradientMembers,
);
const lampAndDevices = fixtures.filter((one) => one === gradientLamp || one.type === 'device');

/** That lamp in a simulated home of its own. */
class SimulatedLamp {
  readonly #timers = new TimerGroup();
  readonly #home = new SimulatedHome(lampAndDevices);
  readonly #appearances = new LampAppearanceTracker({
    home: this.#home,
    timers: this.#timers,
    speedFactor: 1,
  });

  applyUpdate(update: unknown): void {
    const check = validateWriteBody('light', 'update', update);
    assert.ok(check.ok, JSON.stringify(check));
    const context = {
      home: this.#home,
      timers: this.#timers,
      appearances: this.#appearances,
      speedFactor: 1,
    };
    lightWriteHandler.update?.(context, this.#resource(), check.body.members);
    this.#timers.stopAll();
  }

  getState(): Resource {
    return this.#resource();
  }

  #resource(): Resource {
    const resource = this.#home.get(gradientLamp?.id ?? '');
    assert.ok(resource);
    return resource;
  }
}
