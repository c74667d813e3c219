import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import Bonjour from 'bonjour-service';
import { discoverBridges } from '../../src/bridge';
import type { DiscoveryOptions, DiscoveredBridge } from '../../src/bridge';
import { announceViaMdns } from '../../src/simulator/mdns-announcement';
import {
  createLoopbackNetwork,
  freeUdpPort,
  encodeResponse,
  openDatagramSender,
} from '../support/network/mdns';
import os from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { ServiceAnnouncement } from '../support/network/mdns';
import { defaultLimits } from '../../src/bridge/limits';
import { BridgeRediscovery } from '../../src/bridge/rediscovery';
import type { BridgeRediscoveryOptions } from '../../src/bridge/rediscovery';
import { CertificateVerifier } from '../../src/bridge/tls';
import { startRecordingServer } from '../support/network/recording-server';
import type { RecordingServer } from '../support/network/recording-server';
import { scriptedBridgeId, startScriptedBridge } from '../support/network/scripted-bridge';
import type { ScriptedBridge } from '../support/network/scripted-bridge';
import { FakeClock, flushPromises } from './support/fake-clock';

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

const host = '127.0.0.1';

const elsewhere = { host: '127.0.0.9', port: 1 };

describe('Addresses at which a bridge is looked for', () => {
  let bridge: ScriptedBridge;
  let clock: FakeClock;
  let events: EventEmitter;
  let warnings: string[];
  let moves: { host: string; port: number }[];
  let searches: number;
  let monitor: BridgeRediscovery;
  const servers: RecordingServer[] = [];
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    clock = new FakeClock();
    events = new EventEmitter();
    warnings = [];
    moves = [];
    searches = 0;
  });
  afterEach(async () => {
    await monitor.close();
    assert.equal(clock.pendingTimers, 0);
    for (const server of servers.splice(0)) await server.stop();
    await bridge.stop();
  });

  function createMonitor(
    announced: () => Promise<DiscoveredBridge[]>,
    options: Partial<BridgeRediscoveryOptions> = {},
  ): void {
    const { fingerprint } = bridge;
    monitor = new BridgeRediscovery({
      configuredAddress: elsewhere,
      getCurrentAddress: () => elsewhere,
      verifier: new CertificateVerifier({ fingerprint }, (warning) => assert.fail(warning)),
      limits: { ...defaultLimits, connectTimeout: 3_600_000 },
      clock,
      bridgeId: undefined,
      discover() {
        searches += 1;
        return announced();
      },
      switchAddress(address) {
        moves.push(address);
        events.emit('moved');
      },
      onAnnounced: () => undefined,
      warn: (warning) => warnings.push(warning),
      ...options,
    });
  }

  const announce = (port: number, more: Partial<DiscoveredBridge> = {}): DiscoveredBridge => ({
    name: 'Bridge',
    host,
    port,
    ...more,
  });

  /** Lets its first search begin. */
  const awaitFirstSearch = (): Promise<void> =>
    clock.advance(1.2 * defaultLimits.initialDiscoveryDelay);

  async function searchUntilMoved(): Promise<void> {
    const moved = once(events, 'moved');
    monitor.onStateChange('away');
    await awaitFirstSearch();
    await moved;
  }

  async function startOther(): Promise<RecordingServer> {
    const server = await startRecordingServer((socket) => {
      events.emit('visit');
      socket.destroy();
    });
    servers.push(server);
    return server;
  }

  it('are not needed where the bridge is announced at its address: that it is there is reported at once', async () => {
    const address = { host, port: bridge.port };
    createMonitor(async () => [announce(bridge.port)], {
      configuredAddress: address,
      getCurrentAddress: () => address,
      onAnnounced: () => events.emit('announced'),
    });
    const announced = once(events, 'announced');
    monitor.onStateChange('away');
    await awaitFirstSearch();
    await announced;
    assert.deepEqual(moves, []);
  });

  it('are those of the settings too, and before all that is announced', async () => {
    const other = await startOther();
    createMonitor(async () => [announce(other.port)], {
      configuredAddress: { host, port: bridge.port },
    });
    await searchUntilMoved();
    assert.deepEqual(moves, [{ host, port: bridge.port }]);
    assert.equal(other.connections(), 0);
  });

  it('are those of the settings also where nothing can be discovered, with a warning', async () => {
    createMonitor(() => Promise.reject(new Error('no multicast')), {
      configuredAddress: { host, port: bridge.port },
    });
    await searchUntilMoved();
    assert.deepEqual(moves, [{ host, port: bridge.port }]);
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0] ?? '',
      /could not be searched for the new address of the bridge: no multicast/,
    );
  });

  for (const current of ['127.0.0.1', 'localhost']) {
    it(`are not the one in use, ${current}, but another port of it`, async () => {
      const present = await startOther();
      createMonitor(async () => [announce(present.port), announce(bridge.port)], {
        configuredAddress: { host: current, port: present.port },
        getCurrentAddress: () => ({ host: current, port: present.port }),
      });
      await searchUntilMoved();
      assert.deepEqual(moves, [{ host, port: bridge.port }]);
      assert.equal(present.connections(), 0);
    });
  }

  it('are all others where the name in use is unknown', async () => {
    const unknown = { host: 'no-such-bridge.invalid', port: 443 };
    createMonitor(async () => [announce(bridge.port)], {
      configuredAddress: unknown,
      getCurrentAddress: () => unknown,
    });
    await searchUntilMoved();
    assert.deepEqual(moves, [{ host, port: bridge.port }]);
    assert.deepEqual(warnings, []);
  });

  it('are none of a bridge with another id than the one that was known before', async () => {
    const other = await startOther();
    const { fingerprint } = bridge;
    const verifier = new CertificateVerifier({ fingerprint }, (warning) => assert.fail(warning));
    await verifier.verify(
      { fingerprint, commonName: scriptedBridgeId, validTo: new Date(Date.now() + 1_000_000) },
      host,
    );
    createMonitor(
      async () => [
        announce(other.port, { bridgeId: 'fedcba9876543210' }),
        announce(other.port),
        announce(bridge.port, { bridgeId: scriptedBridgeId.toLowerCase() }),
      ],
      { verifier },
    );
    await searchUntilMoved();
    assert.deepEqual(moves, [{ host, port: bridge.port }]);
    assert.equal(other.connections(), 0);
  });

  it('are left alone as soon as the bridge answers where it was', async () => {
    const other = await startOther();
    createMonitor(async () => [announce(other.port), announce(bridge.port)]);
    const visited = once(events, 'visit').then(() => monitor.onStateChange('connected'));
    monitor.onStateChange('away');
    await awaitFirstSearch();
    await visited;
    await monitor.close();
    assert.deepEqual(moves, []);
    assert.equal(bridge.connections(), 0);
  });

  it('are not even asked for where the bridge answers while a name is resolved or others announce themselves', async () => {
    createMonitor(async () => {
      monitor.onStateChange('connected');
      return [announce(bridge.port)];
    });
    monitor.onStateChange('away');
    await awaitFirstSearch();
    await monitor.close();
    assert.deepEqual(moves, []);
    assert.equal(bridge.connections(), 0);
  });

  it('are looked for once at a time, however often the connection is lost meanwhile', async () => {
    createMonitor(async () => {
      await once(events, 'end');
      return [];
    });
    for (const kind of ['away', 'untrusted', 'away'] as const) monitor.onStateChange(kind);
    await awaitFirstSearch();
    await clock.advance(2 * defaultLimits.discoveryInterval);
    await flushPromises();
    assert.equal(searches, 1);
    const closing = monitor.close();
    events.emit('end');
    await closing;
    assert.equal(searches, 1);
  });
});
