import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import Bonjour from 'bonjour-service';
import { discoverBridges } from '../../src/bridge';
import { announce } from '../../src/simulator/announce';

/** A UDP port that nobody uses, so that the test hears itself alone. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** How to speak to somebody who listens on a port of this machine, without multicast. */
const speakTo = (port: number) => ({ ip: '127.0.0.1', port, bind: '127.0.0.2', multicast: false });

describe('Discovery', () => {
  it('finds a bridge that announces itself, and leaves nothing open', async () => {
    const port = await freePort();
    const search = discoverBridges({ port, duration: 1_500 });
    const unannounce = await announce({
      host: '127.0.0.1',
      port: 4_443,
      bridgeId: '0123456789abcdef',
      modelId: 'BSB002',
      type: 'hue',
      network: speakTo(port),
      onWarning: (warning) => assert.fail(warning),
    });
    assert.deepEqual(await search, [
      {
        name: 'Lighting bridge simulator - ABCDEF',
        host: '127.0.0.1',
        port: 4_443,
        model: 'BSB002',
        bridgeId: '0123456789abcdef',
      },
    ]);
    await unannounce();
    const again = createSocket('udp4').bind(port);
    await once(again, 'listening');
    again.close();
  });

  it('looks for another service type where that is set', async () => {
    const port = await freePort();
    const search = discoverBridges({ port, duration: 900, serviceType: 'home-bridge' });
    const stranger = new Bonjour(speakTo(port));
    stranger.publish({ name: 'A', type: 'hue', port: 443, probe: false });
    stranger.publish({ name: 'B', type: 'home-bridge', port: 443, probe: false });
    assert.deepEqual(
      (await search).map(({ name }) => name),
      ['B'],
    );
    stranger.destroy();
  });

  it('keeps a short list of harmless names, whatever is announced', async () => {
    const port = await freePort();
    const search = discoverBridges({ port, duration: 4_000 });
    const hostile = new Bonjour(speakTo(port));
    for (let number = 0; number < 300; number += 1) {
      hostile.publish({
        name: `<b>\u202e${number}\u0007`,
        type: 'hue',
        port: 1_000 + number,
        probe: false,
        txt: { bridgeid: '../../etc', modelid: 'x'.repeat(200), __proto__: 'polluted' },
      });
    }
    const found = await search;
    hostile.destroy();
    assert.ok(found.length > 10 && found.length <= 64, `${found.length} found`);
    for (const { name, model, bridgeId } of found) {
      assert.ok(!/[\p{Cc}\p{Cf}]/u.test(name), name);
      assert.equal(bridgeId, undefined);
      assert.ok((model ?? '').length <= 32);
    }
  });

  it('survives datagrams that are no answers', async () => {
    const port = await freePort();
    const search = discoverBridges({ port, duration: 300 });
    const sender = createSocket('udp4');
    for (let count = 0; count < 200; count += 1) {
      const noise = Buffer.alloc(count, count * 7);
      if (count > 3) noise.writeUInt16BE(0x84_00, 2);
      await new Promise<void>((resolve) => {
        sender.send(noise, port, '127.0.0.1', () => resolve());
      });
    }
    assert.deepEqual(await search, []);
    sender.close();
  });

  it('can be ended before time', async () => {
    const port = await freePort();
    const search = discoverBridges({ port, duration: 3_600_000, signal: AbortSignal.timeout(50) });
    assert.deepEqual(await search, []);
  });
});
