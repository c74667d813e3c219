import assert from 'node:assert/strict';
import {
  HueSaturationCoalescer,
  maxHueSaturationWait,
} from '../../../src/runtime/bridge/recent-commands';
import { FakeClock } from '../../bridge/support/fake-clock';
import { MessageFormat } from '../../../src/runtime/message-format';
import { colorLamp } from '../../vocabulary/support/sample-resources';
import { systemClock } from '../../../src/bridge/clock';

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

const target = { rid: colorLamp.id, rtype: 'light' as const, resource: colorLamp };

const createBridge = () => ({ homeKitColors: new HueSaturationCoalescer(systemClock) });

async function read(
  bridge: { homeKitColors: HueSaturationCoalescer },
  payload: unknown,
  format = 'homekit',
): Promise<unknown> {
  const messageFormat = new MessageFormat({ format });
  const { command } = messageFormat.readCommand({
    payload,
    at: 'payload',
    target,
    messageMembers: {},
  });
  return (await messageFormat.joinColor(bridge, target, command)) ?? command;
}

describe('The hue and the saturation that HomeKit sends in two messages', () => {
  it('are one colour for a lamp of one bridge, and not for lamps of two', async () => {
    const [one, other] = [createBridge(), createBridge()];
    assert.deepEqual(
      await Promise.all([
        read(one, { Hue: 120 }),
        read(one, { Saturation: 50 }),
        read(other, { Saturation: 70 }),
      ]),
      [{ hue: 120, saturation: 50 }, { hue: 120, saturation: 50 }, { saturation: 70 }],
    );
  });

  it('wait for nothing where one message has both, or another format sends them', async () => {
    const bridge = createBridge();
    assert.deepEqual(await read(bridge, { Hue: 120, Saturation: 50 }), {
      hue: 120,
      saturation: 50,
    });
    assert.deepEqual(await read(bridge, { hue: 120 }, 'plain'), { hue: 120 });
  });
});
