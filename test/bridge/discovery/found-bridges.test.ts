import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import os from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { discoverBridges } from '../../../src/bridge';
import type { DiscoveredBridge, DiscoveryOptions } from '../../../src/bridge';
import { freeUdpPort } from '../../support/network/mdns-announcer';
import { encodeResponse, openDatagramSender } from '../../support/network/mdns-packets';
import type { ServiceAnnouncement } from '../../support/network/mdns-packets';

/** Sends announcements until a search has found so many bridges. @returns what it found */
async function discoverAnnounced(
  announcements: readonly ServiceAnnouncement[],
  expectedCount: number,
  options: DiscoveryOptions = {},
): Promise<DiscoveredBridge[]> {
  const port = await freeUdpPort();
  const sender = await openDatagramSender(port);
  const controller = new AbortController();
  let count = 0;
  const search = discoverBridges({
    port,
    duration: 3_600_000,
    signal: controller.signal,
    onFound() {
      count += 1;
      if (count >= expectedCount) controller.abort();
    },
    ...options,
  });
  const state = { isOver: false };
  const over = search.finally(() => (state.isOver = true));
  const datagrams = announcements.map(encodeResponse);
  // The search may not listen yet, so that the first of them are lost.
  while (!state.isOver) {
    for (const datagram of datagrams) await sender.send(datagram).catch(() => undefined);
    await setImmediate();
  }
  const found = await over;
  await sender.close();
  return found;
}

const createAnnouncement = (
  number: number,
  more: Partial<ServiceAnnouncement> = {},
): ServiceAnnouncement => ({
  name: `Bridge ${number}`,
  address: '192.0.2.1',
  port: 1_000 + number,
  ...more,
});

describe('What a discovery finds', () => {
  it('is sorted by name, each address once', async () => {
    const found = await discoverAnnounced(
      [
        createAnnouncement(2),
        createAnnouncement(2, { name: 'Bridge 2 once more' }),
        createAnnouncement(3, { name: 'A bridge' }),
        createAnnouncement(1),
      ],
      3,
    );
    assert.deepEqual(
      found.map(({ port }) => port),
      [1_003, 1_001, 1_002],
    );
  });

  it('has a bridge that announces nothing but where it is', async () => {
    const [found] = await discoverAnnounced([createAnnouncement(1, { txt: null })], 1);
    assert.deepEqual(found, { name: 'Bridge 1', host: '192.0.2.1', port: 1_001 });
  });

  it('has the IPv4 address of a bridge that announces both', async () => {
    const [found] = await discoverAnnounced(
      [createAnnouncement(1, { ipv6Address: '2001:db8::1' })],
      1,
    );
    assert.equal(found?.host, '192.0.2.1');
  });

  it('has every bridge of a name that is announced twice', async () => {
    const found = await discoverAnnounced(
      [1, 2].map((number) => createAnnouncement(number, { name: 'The same' })),
      2,
    );
    assert.deepEqual(new Set(found.map(({ port }) => port)), new Set([1_001, 1_002]));
  });

  it('has ports from 1 to 65535, and id and model where they are ones', async () => {
    const withoutPort = createAnnouncement(0, { name: 'none', port: 0 });
    const found = await discoverAnnounced(
      // Whichever arrives first, one without a port comes before the second of the others.
      [
        withoutPort,
        createAnnouncement(0, { name: 'lowest', port: 1 }),
        withoutPort,
        createAnnouncement(0, {
          name: 'topmost',
          port: 65_535,
          txt: { bridgeid: '001788FFFE23A4B5', modelid: 'BSB002' },
        }),
      ],
      2,
    );
    assert.deepEqual(found, [
      { name: 'lowest', host: '192.0.2.1', port: 1 },
      {
        name: 'topmost',
        host: '192.0.2.1',
        port: 65_535,
        bridgeId: '001788fffe23a4b5',
        model: 'BSB002',
      },
    ]);
  });

  it('are 64 bridges at most, and then it ends by itself', async () => {
    const announcements = Array.from({ length: 80 }, (_, number) => createAnnouncement(number));
    const found = await discoverAnnounced(announcements, Infinity);
    assert.equal(found.length, 64);
  });
});

describe('A discovery on a machine with odd networks', () => {
  const { networkInterfaces } = os;
  afterEach(() => {
    os.networkInterfaces = networkInterfaces;
  });
  /** Lets the machine name a network that it does not have, beside its own or instead. */
  function addOddNetwork(own: ReturnType<typeof networkInterfaces>): void {
    const odd: os.NetworkInterfaceInfoIPv4 = {
      address: '192.0.2.99',
      netmask: '255.255.255.0',
      family: 'IPv4',
      mac: '00:00:00:00:00:00',
      internal: false,
      cidr: null,
    };
    os.networkInterfaces = () => ({ odd: [odd], ...own });
  }

  it('goes on with those that can be listened to', async () => {
    addOddNetwork(networkInterfaces());
    const found = await discoverAnnounced([createAnnouncement(1)], 1);
    assert.equal(found.length, 1);
  });

  it('says what to do where none can be listened to, and leaves the port free', async () => {
    addOddNetwork({});
    const port = await freeUdpPort();
    await assert.rejects(discoverBridges({ port, duration: 3_600_000 }), {
      code: 'ERR_BRIDGE_UNREACHABLE',
      message: /by hand\.$/,
    });
    const again = createSocket('udp4').bind(port);
    await once(again, 'listening');
    again.close();
  });
});
