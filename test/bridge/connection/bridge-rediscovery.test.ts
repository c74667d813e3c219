import assert from 'node:assert/strict';
import { waitForConnection } from '../support/wait-for-connection';
import { BridgeClient } from '../../../src/bridge';
import { systemClock } from '../../../src/bridge/clock';
import { BridgeRediscovery } from '../../../src/bridge/rediscovery';
import type { BridgeRediscoveryOptions } from '../../../src/bridge/rediscovery';
import { defaultLimits } from '../../../src/bridge/limits';
import { CertificateVerifier } from '../../../src/bridge/tls';
import type { TrustOptions } from '../../../src/bridge/tls';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { FakeClock } from '../support/fake-clock';
import { startImpostor } from '../../support/network/impostor';
import { startSwitchableProxy } from '../../support/network/switchable-proxy';
import { createLoopbackNetwork, freeUdpPort } from '../../support/network/mdns-announcer';
import {
  lampId,
  scriptedBridgeId,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';

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
