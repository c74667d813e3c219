import assert from 'node:assert/strict';
import { waitForConnection } from './support/wait-for-connection';
import { BridgeClient } from '../../src/bridge';
import { systemClock } from '../../src/bridge/clock';
import { BridgeRediscovery } from '../../src/bridge/rediscovery';
import type { BridgeRediscoveryOptions } from '../../src/bridge/rediscovery';
import { defaultLimits } from '../../src/bridge/limits';
import { CertificateVerifier } from '../../src/bridge/tls';
import type { TrustOptions } from '../../src/bridge/tls';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { FakeClock, flushPromises } from './support/fake-clock';
import { startImpostor } from '../support/network/recording-server';
import { startSwitchableProxy, listenOnLoopback } from '../support/network/sockets';
import { createLoopbackNetwork, freeUdpPort } from '../support/network/mdns';
import {
  lampId,
  scriptedBridgeId,
  startScriptedBridge,
  otherLampId,
  respondAsBridge,
  scriptedKey,
} from '../support/network/scripted-bridge';
import type { ScriptedBridge } from '../support/network/scripted-bridge';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { BridgeConnection } from '../../src/bridge/connection';
import type { BridgeConnectionOptions } from '../../src/bridge/connection';
import { buildSingleResourceRequest } from '../../src/bridge/request';
import { waitUntil } from '../support/wait-until';

const shortIntervals = {
  initialDiscoveryDelay: 1,
  discoveryInterval: 1,
  initialBackoff: 10,
  maxUnreachableBackoff: 50,
};

describe('A bridge that is away', () => {
  let bridge: ScriptedBridge;
  beforeEach(async () => (bridge = await startScriptedBridge()));
  afterEach(() => bridge.stop());

  const createAnnouncement = (port: number) => ({
    name: 'Bridge',
    host: '127.0.0.1',
    port,
    bridgeId: scriptedBridgeId.toLowerCase(),
  });
  const createMonitor = (
    discover: () => Promise<{ name: string; host: string; port: number; bridgeId?: string }[]>,
    switchAddress: (address: { host: string; port: number }) => void,
    trust: TrustOptions = { fingerprint: bridge.fingerprint },
    timing: Pick<BridgeRediscoveryOptions, 'clock' | 'limits'> = {
      clock: systemClock,
      limits: { ...defaultLimits, ...shortIntervals },
    },
    onAnnounced = (): void => undefined,
  ): BridgeRediscovery =>
    new BridgeRediscovery({
      configuredAddress: { host: '127.0.0.1', port: 1 },
      getCurrentAddress: () => ({ host: '127.0.0.1', port: 1 }),
      verifier: new CertificateVerifier(trust, (warning) => assert.fail(warning)),
      ...timing,
      bridgeId: scriptedBridgeId,
      discover,
      switchAddress,
      onAnnounced,
      warn: (warning) => assert.fail(warning),
    });

  it('is not seen in an impostor, a hundred times of a hundred, and no byte goes there', async () => {
    const impostor = await startImpostor();
    let searches = 0;
    let finish: () => void = () => undefined;
    const hundredSearches = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const monitor = createMonitor(
      async () => {
        searches += 1;
        if (searches > 100) finish();
        return [createAnnouncement(impostor.port)];
      },
      () => assert.fail('it was followed'),
    );
    monitor.onStateChange('away');
    await hundredSearches;
    await monitor.close();
    assert.ok(impostor.connections() >= 100, String(impostor.connections()));
    assert.equal(impostor.receivedBytes(), 0);
    await impostor.stop();
  });

  it('is there again once its present address is announced, beside whatever others', async () => {
    const searches = [[], [9], [9, 1]];
    let searched = 0;
    const announcedAfter = await new Promise<number>((resolve) => {
      const monitor: BridgeRediscovery = createMonitor(
        async () => {
          const ports = searches[searched] ?? [];
          searched += 1;
          return ports.map(createAnnouncement);
        },
        () => assert.fail('nothing is there'),
        undefined,
        undefined,
        () => {
          void monitor.close();
          resolve(searched);
        },
      );
      monitor.onStateChange('away');
    });
    assert.equal(announcedAfter, 3);
  });

  it('is found among impostors by its certificate', async () => {
    const impostor = await startImpostor();
    const found = await new Promise((resolve) => {
      const monitor = createMonitor(
        async () => [impostor.port, impostor.port, bridge.port].map(createAnnouncement),
        (address) => {
          resolve(address);
          void monitor.close();
        },
      );
      monitor.onStateChange('untrusted');
    });
    assert.deepEqual(found, { host: '127.0.0.1', port: bridge.port });
    assert.equal(impostor.receivedBytes(), 0);
    assert.equal(bridge.requests.length, 0);
    await impostor.stop();
  });

  it('maxDiscoveryCandidates: no more addresses are looked at after one search, and none of bridges of other ids', async () => {
    const [impostor, other] = await Promise.all([startImpostor(), startImpostor()]);
    const candidates = Array.from({ length: 64 }, (_, number) =>
      number % 2 === 0
        ? { ...createAnnouncement(other.port), bridgeId: 'fedcba9876543210' }
        : createAnnouncement(impostor.port),
    );
    let searches = 0;
    let finish: () => void = () => undefined;
    const second = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const monitor = createMonitor(
      async () => {
        searches += 1;
        if (searches === 1) return candidates;
        finish();
        return [];
      },
      () => assert.fail('it was followed'),
    );
    monitor.onStateChange('away');
    await second;
    await monitor.close();
    assert.equal(impostor.connections(), defaultLimits.maxDiscoveryCandidates);
    assert.equal(other.connections(), 0);
    await Promise.all([impostor.stop(), other.stop()]);
  });

  describe('in time', () => {
    const { initialDiscoveryDelay, discoveryInterval } = defaultLimits;
    let clock: FakeClock;
    let searchedAt: number[];
    beforeEach(() => {
      clock = new FakeClock();
      // The middle of the random range, so that waits have their nominal length.
      clock.random = () => 0.5;
      searchedAt = [];
    });
    const createTimedMonitor = (
      onSearch: () => void = () => undefined,
      trust?: TrustOptions,
    ): BridgeRediscovery =>
      createMonitor(
        async () => {
          searchedAt.push(clock.now());
          onSearch();
          return [];
        },
        () => assert.fail('it was followed'),
        trust,
        { clock, limits: defaultLimits },
      );

    it('initialDiscoveryDelay and discoveryInterval: it is looked for after the one, and then after the other each time', async () => {
      const monitor = createTimedMonitor();
      monitor.onStateChange('away');
      await clock.advance(initialDiscoveryDelay + 3 * discoveryInterval);
      assert.deepEqual(
        searchedAt,
        [0, 1, 2, 3].map((search) => initialDiscoveryDelay + search * discoveryInterval),
      );
      await monitor.close();
      assert.equal(clock.pendingTimers, 0);
    });

    it('is not looked for while nobody knows its certificate', async () => {
      const monitor = createTimedMonitor(undefined, {});
      monitor.onStateChange('away');
      await clock.advance(initialDiscoveryDelay + discoveryInterval);
      assert.deepEqual(searchedAt, []);
      await monitor.close();
    });

    it('is not looked for any more once it answers', async () => {
      const monitor = createTimedMonitor(() => monitor.onStateChange('connected'));
      monitor.onStateChange('away');
      await clock.advance(initialDiscoveryDelay + 3 * discoveryInterval);
      assert.deepEqual(searchedAt, [initialDiscoveryDelay]);
      assert.equal(clock.pendingTimers, 0);
      await monitor.close();
    });
  });
});

describe('A client that may follow its bridge', () => {
  let port: number;
  let simulator: Simulator;
  beforeEach(async () => {
    port = await freeUdpPort();
    simulator = await startSimulator();
  });

  it('goes with it to another address, with what waits, and says so once', async () => {
    const { host, key, fingerprint, identity } = simulator;
    const proxy = await startSwitchableProxy(simulator.port);
    const warnings: string[] = [];
    const moves: object[] = [];
    const client = new BridgeClient({
      host,
      port: proxy.port,
      key,
      trust: { fingerprint },
      limits: { ...shortIntervals, discoveryInterval: 100 },
      follow: { port, onMoved: (address) => moves.push(address) },
      onWarning: (warning) => warnings.push(warning),
    });
    await client.list('light');
    await simulator.stop();
    const waiting = client.update(
      'light',
      simulator.home.all().find(({ type }) => type === 'light')?.id ?? lampId,
      { on: { on: true } },
    );
    await waitForConnection(client, ({ kind }) => kind === 'away');
    const moved = await startSimulator({ identity, announce: createLoopbackNetwork(port) });
    const { status } = await waiting;
    assert.equal(status, 200);
    assert.equal(client.connectionState.kind, 'connected');
    assert.equal(client.connectionState.movedTo, `127.0.0.1:${moved.port}`);
    assert.deepEqual(moves, [{ host: '127.0.0.1', port: moved.port }]);
    const moveWarnings = warnings.filter((warning) => warning.includes(`127.0.0.1:${moved.port}`));
    assert.equal(moveWarnings.length, 1, warnings.join('\n'));
    assert.match(
      moveWarnings[0] ?? '',
      /^The bridge was found at .* instead of 127\.0\.0\.1:\d+\./,
    );

    await moved.stop();
    const back = await startSimulator({ identity });
    proxy.switchTo(back.port);
    await client.list('light').catch(() => undefined);
    await waitForConnection(
      client,
      ({ kind, movedTo }) => kind === 'connected' && movedTo === undefined,
    );
    assert.deepEqual(moves.at(-1), { host, port: proxy.port });
    await client.close();
    await proxy.stop();
    await back.stop();
  });
});

describe('A search for a bridge that is given up', () => {
  it('has ended when the follower has, though the bridge went away once more meanwhile', async () => {
    const socket = new EventEmitter();
    const clock = new FakeClock();
    let searches = 0;
    const monitor = new BridgeRediscovery({
      configuredAddress: { host: '127.0.0.1', port: 1 },
      getCurrentAddress: () => ({ host: '127.0.0.1', port: 1 }),
      verifier: new CertificateVerifier({ fingerprint: 'AB:'.repeat(32) }, (warning) =>
        assert.fail(warning),
      ),
      limits: defaultLimits,
      clock,
      bridgeId: undefined,
      async discover() {
        searches += 1;
        await once(socket, 'close');
        return [];
      },
      switchAddress: () => assert.fail('Nobody was found.'),
      onAnnounced: () => undefined,
      warn: (warning) => assert.fail(warning),
    });
    monitor.onStateChange('away');
    await clock.advance(2 * defaultLimits.initialDiscoveryDelay);
    assert.equal(searches, 1);
    monitor.onStateChange('connected');
    monitor.onStateChange('away');
    let closed = false;
    const closing = monitor.close().then(() => (closed = true));
    await flushPromises();
    assert.equal(closed, false);
    socket.emit('close');
    await closing;
    assert.equal(searches, 1);
  });

  it('waits for nobody who takes a connection and says nothing', async () => {
    const sockets: Socket[] = [];
    const silentServer = createServer((socket) => sockets.push(socket));
    const connected = once(silentServer, 'connection');
    const port = await listenOnLoopback(silentServer, 0);
    const monitor = new BridgeRediscovery({
      configuredAddress: { host: '127.0.0.1', port },
      getCurrentAddress: () => ({ host: '127.0.0.1', port: 1 }),
      verifier: new CertificateVerifier({ fingerprint: 'AB:'.repeat(32) }, (warning) =>
        assert.fail(warning),
      ),
      limits: { ...defaultLimits, initialDiscoveryDelay: 1, connectTimeout: 3_600_000 },
      clock: systemClock,
      bridgeId: undefined,
      discover: () => Promise.resolve([]),
      switchAddress: () => assert.fail('Nobody was found.'),
      onAnnounced: () => undefined,
      warn: (warning) => assert.fail(warning),
    });
    monitor.onStateChange('away');
    await connected;
    const [socket = assert.fail('Nobody came.')] = sockets;
    const socketClosed = once(socket, 'close');
    await monitor.close();
    socket.resume();
    await socketClosed;
    silentServer.close();
  });
});

const host = '127.0.0.1';

const read = (rid: string) => buildSingleResourceRequest('get', 'light', rid);

describe('A connection to a bridge that has moved before', () => {
  let moved: ScriptedBridge;
  let configured: ScriptedBridge;
  let connection: BridgeConnection;
  let warnings: string[];
  let moves: { host: string; port: number }[];
  const connect = async (options: Partial<BridgeConnectionOptions> = {}): Promise<void> => {
    connection = new BridgeConnection({
      host,
      port: configured.port,
      key: scriptedKey,
      trust: { fingerprint: moved.fingerprint },
      limits: {
        initialDiscoveryDelay: 1,
        closeTimeout: 100,
        maxAttempts: 3,
        initialBackoff: 1,
        maxConcurrentRequests: 9,
      },
      onWarning: (warning) => warnings.push(warning),
      follow: {
        port: await freeUdpPort(),
        foundAt: { host, port: moved.port },
        onMoved: (address) => moves.push(address),
      },
      ...options,
    });
  };
  beforeEach(async () => {
    // Longer than any test: what is closed was closed by the client.
    moved = await startScriptedBridge({ tls: { keepAliveTimeout: 120_000 } });
    configured = await startScriptedBridge();
    warnings = [];
    moves = [];
  });
  afterEach(async () => {
    await connection.close();
    await moved.stop();
    await configured.stop();
  });

  it('uses the address where it was found last, and says so', async () => {
    await connect();
    assert.equal(connection.stateReporter.state.movedTo, `${host}:${moved.port}`);
    await connection.queue.submit(read(lampId), {});
    assert.equal(moved.requests.length, 1);
    assert.equal(configured.connections(), 0);
    assert.deepEqual(warnings, []);
  });

  it('gets what is under way when it goes back, and closes all that is left of the old address', async () => {
    await connect();
    const held = new EventEmitter();
    moved.setScript((seen, response) => {
      if (seen.path.endsWith('0009') || seen.path.endsWith('/bridge')) response.socket?.destroy();
      else held.once(seen.path.slice(-4), () => respondAsBridge(seen, response));
    });
    const answered = connection.queue.submit(read(lampId), {});
    const unanswered = assert.rejects(connection.queue.submit(read(otherLampId), {}), {
      code: 'ERR_BRIDGE_CLOSED',
    });
    await waitUntil('both requests', () => moved.requests.length === 2);
    const lost = connection.queue.submit(read(lampId.replace(/0001$/, '0009')), {});
    await assert.rejects(lost, { code: 'ERR_BRIDGE_UNREACHABLE' });
    await waitUntil('the way back', () => connection.stateReporter.state.movedTo === undefined);
    assert.deepEqual(moves, [{ host, port: configured.port }]);
    assert.equal(warnings.at(-1), `The bridge is back at ${host}:${configured.port}.`);

    held.emit(lampId.slice(-4));
    assert.equal((await answered).response.status, 200);
    await waitUntil('the end of its connection', () => moved.openConnections() === 1);
    await connection.queue.submit(read(lampId), {});
    const reads = configured.requests.filter(({ path }) => path.endsWith(lampId));
    assert.equal(reads.length, 1);
    await connection.close();
    await unanswered;
    await waitUntil('the end of all connections', () => moved.openConnections() === 0);
    await waitUntil('the end of all connections', () => configured.openConnections() === 0);
    assert.equal(connection.stateReporter.state.kind, 'closed');
  });

  it('looks for it no more once it is closed', async () => {
    await connect();
    await moved.stopListening();
    await assert.rejects(connection.queue.submit(read(lampId), {}), {
      code: 'ERR_BRIDGE_UNREACHABLE',
    });
    await connection.close();
    const said = warnings.length;
    assert.equal(configured.connections(), 0);
    assert.deepEqual(moves, []);
    assert.equal(warnings.length, said);
  });
});
