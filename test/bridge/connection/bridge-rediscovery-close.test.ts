import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { BridgeRediscovery } from '../../../src/bridge/rediscovery';
import { defaultLimits } from '../../../src/bridge/limits';
import { systemClock } from '../../../src/bridge/clock';
import { CertificateVerifier } from '../../../src/bridge/tls';
import { FakeClock, flushPromises } from '../support/fake-clock';
import { listenOnLoopback } from '../../support/network/scripted-bridge';

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
