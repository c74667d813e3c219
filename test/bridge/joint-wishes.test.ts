import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { JointWishes } from '../../src/bridge/queue/joint-wishes';
import { checkBody } from '../../src/resources';
import { lightBehaviour } from '../../src/simulator/behaviours/light';
import { furnishedHome } from '../../src/simulator/furniture';
import { Home } from '../../src/simulator/home';
import { Timers } from '../../src/simulator/timers';
import { lamp, prompt } from './queue-stage';
import type { Resource } from '../../src/resources';

const joins = (...bodies: object[]): boolean => {
  const texts = bodies.map((body) => JSON.stringify(body));
  return new JointWishes(texts.slice(0, -1)).join(texts.at(-1) ?? '{}');
};

const on = (value: boolean): object => ({ on: { on: value } });
const dimming = { dimming: { brightness: 50 } };
const color = { color: { xy: { x: 0.5, y: 0.4 } } };
const temperature = { color_temperature: { mirek: 300 } };
const gradient = { gradient: { points: [color, color] } };
const candle = { effects: { effect: 'candle' } };
const sunrise = { timed_effects: { effect: 'sunrise', duration: 60_000 } };
const over = (duration: number): object => ({ dynamics: { duration } });

describe('Wishes for one resource', () => {
  it('go together when they are for different properties, or for the same one', () => {
    assert.ok(joins(on(true), dimming));
    assert.ok(joins(on(true), on(false)));
    assert.ok(joins(dimming, color, dimming));
    assert.ok(joins({ metadata: { name: 'A' } }, { metadata: { archetype: 'plug' } }));
  });

  it('with effects go together only with what replaces everything', () => {
    assert.equal(joins(candle, { timed_effects: { effect: 'no_effect' } }), false);
    assert.equal(joins(sunrise, { effects: { effect: 'no_effect' } }), false);
    assert.equal(joins(candle, { effects_v2: { action: { effect: 'no_effect' } } }), false);
    assert.equal(joins(sunrise, on(false)), false);
    assert.equal(joins(on(true), sunrise), false);
    assert.equal(joins(color, candle), false);
    assert.ok(joins(candle, { effects: { effect: 'fire' } }));
    assert.ok(joins({ ...on(true), ...candle }, { ...on(false), ...candle }));
  });

  it('for a colour are replaced only by a wish of the same kind', () => {
    assert.equal(joins(color, temperature), false);
    assert.equal(joins(temperature, color), false);
    assert.equal(joins(gradient, color), false);
    assert.equal(joins(color, { ...color, ...temperature }), false);
    assert.equal(joins({ ...color, ...temperature }, temperature), false);
    assert.ok(joins({ ...color, ...temperature }, dimming));
    assert.ok(joins(gradient, gradient));
  });

  it('with different transitions go together only where nothing is left to fade', () => {
    assert.equal(joins({ ...dimming, ...over(60_000) }, color), false);
    assert.equal(joins(on(true), { ...dimming, ...over(5_000) }), false);
    assert.ok(joins({ ...dimming, ...over(400) }, { ...color, ...over(400) }));
    assert.ok(joins({ ...dimming, ...over(60_000) }, dimming));
    assert.ok(joins({ ...dimming, ...over(60_000) }, on(false)), 'an off ends the fade');
    assert.ok(joins({ ...dimming, ...over(60_000) }, { metadata: { name: 'A' }, ...over(60_000) }));
    assert.equal(joins({ ...dimming, ...over(100) }, { ...dimming, ...over(200) }, color), false);
  });

  it('that leave a part of an earlier one out do not replace it', () => {
    const custom = { powerup: { preset: 'custom', on: { mode: 'toggle' } } };
    assert.equal(joins(custom, { powerup: { preset: 'safety' } }), false);
    assert.equal(joins({ configuration: { a: 1, b: 2 } }, { configuration: { a: 3 } }), false);
    assert.ok(joins({ configuration: { a: 1, b: 2 } }, { configuration: { b: 3, a: 4 } }));
  });

  it('still go together when one between them is given up', () => {
    const faded = { ...dimming, ...over(60_000) };
    assert.equal(joins(faded, dimming, color), false, 'without the second, the fade would be lost');
  });
});

describe('A lamp whose wishes are merged', () => {
  it('shows what it would show had each gone alone', async () => {
    let fewer = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 6 }), async (wishes) => {
        const alone = new LampAtHome();
        for (const body of wishes) alone.take(body);
        const merged = new LampAtHome();
        const stage = prompt();
        stage.play = (sent) => {
          merged.take(JSON.parse(sent.request.body ?? '{}'));
          stage.reply(sent);
        };
        const all = wishes.map((body) => stage.queue.submit(lamp(1, body)));
        await stage.clock.pass(3_000);
        await Promise.all(all);
        if (stage.sent.length < wishes.length) fewer += 1;
        assert.deepEqual(merged.shown(), alone.shown());
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
    assert.ok(fewer > 50, `only ${fewer} times was anything merged`);
  });
});

const xy = fc.constantFrom(0.3, 0.35, 0.4).map((x) => ({ xy: { x, y: 0.35 } }));
const effect = fc.constantFrom('no_effect', 'candle', 'fire');
const member = fc.oneof(
  fc.record({ on: fc.record({ on: fc.boolean() }) }),
  fc.record({ dimming: fc.record({ brightness: fc.integer({ min: 1, max: 100 }) }) }),
  fc.record({ color: xy }),
  fc.record({ color_temperature: fc.record({ mirek: fc.integer({ min: 200, max: 400 }) }) }),
  fc.record({ gradient: xy.map((point) => ({ points: [{ color: point }, { color: point }] })) }),
  fc.record({ effects: fc.record({ effect }) }),
  fc.record({ effects_v2: effect.map((name) => ({ action: { effect: name } })) }),
  fc.constantFrom(sunrise, { timed_effects: { effect: 'no_effect' } }),
  fc.constantFrom(over(0), over(400)),
  fc.record({ metadata: fc.constantFrom({ name: 'A' }, { name: 'B' }, { archetype: 'plug' }) }),
  fc.record({ powerup: fc.constantFrom({ preset: 'safety' }, { preset: 'powerfail' }) }),
);
const wish = fc
  .array(member, { minLength: 1, maxLength: 3 })
  .map((members) => Object.fromEntries(members.flatMap((one) => Object.entries(one))));

const furniture = furnishedHome('001788FFFE000000');
/** It can do everything. */
const gradientLamp = furniture.find(({ type, gradient: able }) => type === 'light' && able);
const lampAndDevices = furniture.filter((one) => one === gradientLamp || one.type === 'device');

/** That lamp, in a home of its own. */
class LampAtHome {
  readonly #timers = new Timers();
  readonly #home = new Home(lampAndDevices);

  take(wanted: unknown): void {
    const check = checkBody('light', 'update', wanted);
    assert.ok(check.ok, JSON.stringify(check));
    const house = { home: this.#home, timers: this.#timers, pace: 1 };
    lightBehaviour.update?.(house, this.#resource(), check.body.members);
    this.#timers.end();
  }

  shown(): Resource {
    return this.#resource();
  }

  #resource(): Resource {
    const resource = this.#home.get(gradientLamp?.id ?? '');
    assert.ok(resource);
    return resource;
  }
}
