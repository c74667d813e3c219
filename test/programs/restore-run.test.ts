import assert from 'node:assert/strict';
import type { ProgramSpecification } from '../../src/programs/program';
import { id } from '../vocabulary/support/sample-resources';
import { FakeHome } from './support/fake-home';

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
