import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { defaultLimits } from '../../../src/bridge/limits';
import { BridgeRediscovery } from '../../../src/bridge/rediscovery';
import type { BridgeRediscoveryOptions } from '../../../src/bridge/rediscovery';
import type { DiscoveredBridge } from '../../../src/bridge';
import { CertificateVerifier } from '../../../src/bridge/tls';
import { startRecordingServer } from '../../support/network/recording-server';
import type { RecordingServer } from '../../support/network/recording-server';
import { scriptedBridgeId, startScriptedBridge } from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { FakeClock, flushPromises } from '../support/fake-clock';

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
  const startSearch = (): Promise<void> => clock.advance(1.2 * defaultLimits.initialDiscoveryDelay);

  async function searchUntilMoved(): Promise<void> {
    const moved = once(events, 'moved');
    monitor.onStateChange('away');
    await startSearch();
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
    await startSearch();
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
    await startSearch();
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
    await startSearch();
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
    await startSearch();
    await clock.advance(2 * defaultLimits.discoveryInterval);
    await flushPromises();
    assert.equal(searches, 1);
    const closing = monitor.close();
    events.emit('end');
    await closing;
    assert.equal(searches, 1);
  });
});
