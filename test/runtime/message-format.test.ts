import assert from 'node:assert/strict';
import { MessageFormat } from '../../src/runtime/message-format';
import { colorLamp } from '../vocabulary/support/sample-resources';
import { HueSaturationCoalescer } from '../../src/runtime/bridge/recent-commands';
import { systemClock } from '../../src/bridge/clock';

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
