import assert from 'node:assert/strict';
import {
  HueSaturationCoalescer,
  maxHueSaturationWait,
} from '../../../src/runtime/bridge/recent-commands';
import { FakeClock } from '../../bridge/support/fake-clock';

describe('Hue and saturation in two messages', () => {
  let clock: FakeClock;
  let joiner: HueSaturationCoalescer;
  beforeEach(() => {
    clock = new FakeClock();
    joiner = new HueSaturationCoalescer(clock);
  });

  it('are one colour, in either order and for both messages', async () => {
    const both = { hue: 120, saturation: 50 };
    const parts = [joiner.join('a', { saturation: 50 }), joiner.join('a', { hue: 120 })];
    assert.deepEqual(await Promise.all(parts), [both, both]);
  });

  it('of two lamps stay apart', async () => {
    const one = joiner.join('a', { hue: 1 });
    const other = joiner.join('b', { saturation: 2 });
    await clock.advance(maxHueSaturationWait);
    assert.deepEqual(await one, { hue: 1 });
    assert.deepEqual(await other, { saturation: 2 });
  });

  it('end a wait with the newest value when one comes again and the other does not', async () => {
    const [first, second] = [joiner.join('a', { hue: 1 }), joiner.join('a', { hue: 2 })];
    await clock.advance(maxHueSaturationWait);
    assert.deepEqual([await first, await second], [{ hue: 2 }, { hue: 2 }]);
    const next = joiner.join('a', { saturation: 3 });
    await clock.advance(maxHueSaturationWait);
    assert.deepEqual(await next, { saturation: 3 });
  });
});
