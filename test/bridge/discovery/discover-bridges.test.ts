import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import Bonjour from 'bonjour-service';
import { discoverBridges } from '../../../src/bridge';
import type { DiscoveryOptions } from '../../../src/bridge';
import { announceViaMdns } from '../../../src/simulator/server/mdns-announcement';
import { createLoopbackNetwork, freeUdpPort } from '../../support/network/mdns-announcer';

/** Network options that reach one port of this machine, without multicast. */
const toNetwork = (port: number) => createLoopbackNetwork(port).network;

/** A search that ends once so many bridges were found, and how to wait for the next of them. */
function startSearch(port: number, expectedCount: number, options: DiscoveryOptions = {}) {
  const controller = new AbortController();
  const events = new EventEmitter();
  let count = 0;
  const found = discoverBridges({
    port,
    duration: 30_000,
    signal: controller.signal,
    onFound() {
      count += 1;
      events.emit('found');
      if (count >= expectedCount) controller.abort();
    },
    ...options,
  });
  return { found, next: () => once(events, 'found') };
}

describe('Discovery', () => {
  it('finds a bridge that announces itself, and leaves nothing open', async () => {
    const port = await freeUdpPort();
    const { found } = startSearch(port, 1);
    const unannounce = await announceViaMdns({
      host: '127.0.0.1',
      port: 4_443,
      bridgeId: '0123456789abcdef',
      modelId: 'BSB002',
      type: 'hue',
      network: toNetwork(port),
      onWarning: (warning) => assert.fail(warning),
    });
    assert.deepEqual(await found, [
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
    const port = await freeUdpPort();
    const { found } = startSearch(port, 2, { serviceType: 'home-bridge' });
    const otherAnnouncer = new Bonjour(toNetwork(port));
    // Whenever the search begins, one of the other type is announced between two of this one.
    for (const number of [1, 2]) {
      otherAnnouncer.publish({ name: `A${number}`, type: 'hue', port: number, probe: false });
      otherAnnouncer.publish({
        name: `B${number}`,
        type: 'home-bridge',
        port: number,
        probe: false,
      });
    }
    assert.deepEqual(
      (await found).map(({ name }) => name),
      ['B1', 'B2'],
    );
    otherAnnouncer.destroy();
  });

  it('keeps a short list of harmless names, whatever is announced', async () => {
    const port = await freeUdpPort();
    const search = discoverBridges({ port, duration: 20_000 });
    const hostileAnnouncer = new Bonjour(toNetwork(port));
    for (let number = 0; number < 300; number += 1) {
      hostileAnnouncer.publish({
        name: `<b>\u202e${number}\u0007`,
        type: 'hue',
        port: 1_000 + number,
        probe: false,
        txt: { bridgeid: '../../etc', modelid: 'x'.repeat(200), __proto__: 'polluted' },
      });
    }
    const found = await search;
    hostileAnnouncer.destroy();
    assert.ok(found.length > 10 && found.length <= 64, `${found.length} found`);
    for (const { name, model, bridgeId } of found) {
      assert.ok(!/[\p{Cc}\p{Cf}]/u.test(name), name);
      assert.equal(bridgeId, undefined);
      assert.ok((model ?? '').length <= 32);
    }
  });

  it('survives datagrams that are no answers', async () => {
    const port = await freeUdpPort();
    const { found, next } = startSearch(port, 2);
    const announcer = new Bonjour(toNetwork(port));
    const publishBridge = (name: string, at: number): void => {
      announcer.publish({ name, type: 'hue', port: at, probe: false });
    };
    const firstFound = next();
    publishBridge('before', 1);
    await firstFound;
    const sender = createSocket('udp4');
    for (let count = 0; count < 200; count += 1) {
      const randomDatagram = Buffer.alloc(count, count * 7);
      if (count > 3) randomDatagram.writeUInt16BE(0x84_00, 2);
      await new Promise<void>((resolve) => {
        sender.send(randomDatagram, port, '127.0.0.1', () => resolve());
      });
    }
    publishBridge('behind', 2);
    assert.deepEqual(
      (await found).map(({ name }) => name),
      ['before', 'behind'],
    );
    sender.close();
    announcer.destroy();
  });

  it('can be ended before time', async () => {
    const port = await freeUdpPort();
    const search = discoverBridges({ port, duration: 3_600_000, signal: AbortSignal.timeout(50) });
    assert.deepEqual(await search, []);
  });
});
