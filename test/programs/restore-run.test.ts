import assert from 'node:assert/strict';
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
});
