import assert from 'node:assert/strict';
import { toRestoringUpdates } from '../../src/programs/restore';
import type { Resource } from '../../src/resources/resource';
import { colorLamp, id } from '../vocabulary/support/sample-resources';
import type { ProgramSpecification } from '../../src/programs/program';
import { FakeHome } from './support/fake-home';

const turnedOff = { on: { on: false }, dynamics: { duration: 0 } };

const restore = (...args: Parameters<typeof toRestoringUpdates>): readonly unknown[] =>
  toRestoringUpdates(...args).updates;

describe('What brings a lamp back to a state', () => {
  const shown = { dimming: { brightness: 33 }, color_temperature: { mirek: 250 } };

  const lit = (duration: number): object => ({
    on: { on: true },
    ...shown,
    dynamics: { duration },
  });

  const before: Resource = {
    ...colorLamp,
    on: { on: true },
    dimming: { brightness: 33 },
    color_temperature: { mirek: 250, mirek_valid: true },
  };

  const off: Resource = { ...before, on: { on: false } };

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

describe('The return of a lamp that cannot be reached', () => {
  it('says once what a lamp no longer has, however often its return is tried', async () => {
    const lamp = id(800);
    const home = new FakeHome();
    const shown = home.lamps.get(lamp);
    assert.ok(shown);
    const before = [{ ...shown, on: { on: true }, effects_v2: { status: { effect: 'candle' } } }];
    home.lamps.set(lamp, { ...shown, effects_v2: { action: { effect_values: ['fire'] } } });
    home.unreachable.add(lamp);
    home.programs.start({
      target: { rid: lamp, rtype: 'light' },
      lamps: [lamp],
      properties: ['power', 'brightness', 'color'],
      content: { kind: 'restore', before, steps: [] },
      startedAt: home.clock.wallTime(),
    });
    await home.clock.advance(60_000);
    assert.equal(home.programs.list().length, 1, 'the return is over');
    home.unreachable.delete(lamp);
    await home.clock.advance(60_000);
    assert.deepEqual(home.programs.list(), []);
    assert.deepEqual(home.warnings, [
      `${lamp} was restored without its effect, which it no longer has.`,
    ]);
  });

  it('is ended by a change of its light alone', () => {
    const lamp = id(800);
    const home = new FakeHome();
    home.latency = 1_000;
    const shown = home.lamps.get(lamp);
    assert.ok(shown);
    home.programs.start({
      target: { rid: lamp, rtype: 'light' },
      lamps: [lamp],
      properties: ['power', 'brightness', 'color'],
      content: {
        kind: 'restore',
        before: [{ ...shown, on: { on: true }, dimming: { brightness: 90 } }],
        steps: [{ members: { dimming: { brightness: 10 } }, duration: 1_000 }],
      },
      startedAt: home.clock.wallTime(),
    });
    home.change(lamp, { metadata: { name: 'Renamed' } });
    assert.equal(home.programs.list().length, 1);
    home.change(lamp, { dimming: { brightness: 3 } });
    assert.deepEqual(home.programs.list(), []);
  });
});

describe('The end of all programs', () => {
  it('lasts until their lamps are back, and waits for nothing without programs', async () => {
    const home = new FakeHome();
    const [lamp, other] = [id(800), id(801)];
    await home.programs.endAll();
    const before = [...home.lamps.values()].slice(0, 1);
    const start = (rid: string, content: ProgramSpecification): void =>
      void home.programs.start({
        target: { rid, rtype: 'light' },
        lamps: [rid],
        properties: ['power', 'brightness', 'color'],
        content,
        startedAt: home.clock.wallTime(),
      });
    const steps = [{ members: { dimming: { brightness: 3 } }, duration: 60_000 }];
    start(lamp, { kind: 'sequence', steps, rounds: null, seed: null, before });
    start(other, { kind: 'later', members: { dimming: { brightness: 9 } } });
    await home.clock.advance(1_000);
    home.latency = 500;
    let isOver = false;
    void home.programs.endAll().then(() => (isOver = true));
    assert.deepEqual(
      home.programs.list().map(({ content, lamps }) => [content.kind, lamps]),
      [['restore', [lamp]]],
    );
    await home.clock.advance(400);
    assert.equal(isOver, false);
    await home.clock.advance(60_000);
    assert.equal(isOver, true);
    assert.deepEqual(home.lamps.get(lamp)?.['dimming'], before[0]?.['dimming']);
  });
});
