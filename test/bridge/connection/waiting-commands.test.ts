import assert from 'node:assert/strict';
import { EventEmitter, getEventListeners, once } from 'node:events';
import { BridgeConnection } from '../../../src/bridge/connection';
import type { BridgeConnectionOptions } from '../../../src/bridge/connection';
import { buildSingleResourceRequest, buildUpdateRequest } from '../../../src/bridge/request';
import type { BridgeRequest } from '../../../src/bridge/request';
import {
  lampId,
  otherLampId,
  respondAsBridge,
  respondWith,
  scriptedKey,
  startScriptedBridge,
} from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { collectGarbage } from '../../support/collect-garbage';
import { waitUntil } from '../../support/wait-until';
import { FakeClock } from '../support/fake-clock';

function dim(rid: string, more = ''): BridgeRequest {
  const members = { dimming: { brightness: 50 }, ...(more === '' ? {} : { more }) };
  const text = JSON.stringify(members);
  return buildUpdateRequest('light', rid, { text, members, nonIdempotent: true });
}

describe('A connection', () => {
  let bridge: ScriptedBridge;
  let clock: FakeClock;
  let connection: BridgeConnection;
  let warnings: string[];
  const connect = (options: Partial<BridgeConnectionOptions> = {}): BridgeConnection => {
    const { host, port, fingerprint } = bridge;
    return new BridgeConnection({
      host,
      port,
      key: scriptedKey,
      trust: { fingerprint },
      onWarning: (warning) => warnings.push(warning),
      ...options,
    });
  };
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    clock = new FakeClock();
    clock.random = () => 0.5;
    warnings = [];
  });
  afterEach(async () => {
    await connection.close();
    await bridge.stop();
  });

  it('takes bodies again as soon as those before them are sent, however many there were', async () => {
    const maxQueuedBodyLength = 2_000;
    connection = connect({ limits: { maxQueuedBodyLength, lampsPerSecond: 10_000 } });
    for (let round = 0; round < 20; round += 1) {
      const pending = [lampId, lampId, otherLampId, otherLampId].map((rid) =>
        connection.queue.submit(dim(rid, 'x'.repeat(400)), {}),
      );
      await Promise.all(pending);
    }
    assert.equal(bridge.requests.length, 80);
  });

  it('keeps nothing of the commands that one signal could have ended', async () => {
    connection = connect({ limits: { lampsPerSecond: 10_000 } });
    const { signal } = new AbortController();
    const requests: WeakRef<BridgeRequest>[] = [];
    const run = async (): Promise<void> => {
      for (let round = 0; round < 50; round += 1) {
        const pending = [lampId, otherLampId].map((rid) => {
          const request = buildSingleResourceRequest('get', 'light', rid);
          requests.push(new WeakRef(request));
          return connection.queue.submit(request, { signal });
        });
        await Promise.all(pending);
      }
    };
    await run();
    assert.ok(getEventListeners(signal, 'abort').length <= 1);
    await collectGarbage();
    const kept = requests.filter((request) => request.deref() !== undefined).length;
    // The connections may still refer to their last requests.
    assert.ok(kept <= 6, `${kept} of ${requests.length} requests are kept`);
  });

  it('keeps to the longest wait that the bridge asked for', async () => {
    connection = connect({ clock, limits: { maxQueueTime: 3_600_000 } });
    const held = new EventEmitter();
    bridge.setScript((seen, response) => {
      const seconds = seen.path.endsWith(lampId) ? '100' : '2';
      held.once(seconds, () => respondWith(429, '', { 'retry-after': seconds })(seen, response));
    });
    const pending = [dim(lampId), dim(otherLampId)].map((request) =>
      connection.queue.submit(request, {}),
    );
    await waitUntil('both requests', () => bridge.requests.length === 2);
    held.emit('100');
    await waitUntil('the first answer', () => connection.stateReporter.state.kind === 'waiting');
    held.emit('2');
    await waitUntil('the second answer', () => connection.stateReporter.state.queued === 2);
    bridge.setScript(respondAsBridge);
    await clock.advance(99_000);
    assert.equal(bridge.requests.length, 2);
    await clock.advance(1_500);
    await waitUntil('the probe', () => bridge.requests.length > 2);
    await waitUntil('the end of both', async () => {
      await clock.advance(1_000);
      return connection.stateReporter.state.queued === 0;
    });
    await Promise.all(pending);
  });

  it('waits again after the one request that asked whether the bridge is back was lost', async () => {
    const limits = { initialBackoff: 10_000, maxBusyBackoff: 10_000 };
    const countWrites = (): number =>
      bridge.requests.filter(({ method }) => method === 'PUT').length;
    connection = connect({ clock, limits: { ...limits, maxQueueTime: 3_600_000 } });
    bridge.setScript(respondWith(503, '', { 'retry-after': '20' }));
    const pending = [lampId, otherLampId].map((rid) => connection.queue.submit(dim(rid), {}));
    const settled = Promise.allSettled(pending);
    await waitUntil('the refusal', () => connection.stateReporter.state.queued === 2);
    const bridgeEvents = new EventEmitter();
    bridge.setScript((seen, response) => {
      if (seen.method !== 'PUT') return respondAsBridge(seen, response);
      response.socket?.destroy();
      bridgeEvents.emit('probe');
    });
    const before = countWrites();
    const probed = once(bridgeEvents, 'probe');
    await clock.advance(20_000);
    await probed;
    const wasRead = (): boolean => bridge.requests.some(({ method }) => method === 'GET');
    await waitUntil('its loss', () => wasRead() && connection.health.status === 'up');
    // The bridge answers, but has not taken what waits.
    assert.equal(connection.stateReporter.state.kind, 'waiting');
    await clock.advance(500);
    assert.equal(countWrites(), before + 1);
    bridge.setScript(respondAsBridge);
    await waitUntil('the end of the wait', async () => {
      await clock.advance(1_000);
      return countWrites() > before + 1;
    });
    await connection.close();
    await settled;
  });

  it('changes its state no more, and warns of nothing, once it is closed', async () => {
    connection = connect({ limits: { closeTimeout: 5_000 } });
    const kinds: string[] = [];
    const bridgeEvents = new EventEmitter();
    bridge.setScript((_seen, response) => {
      bridgeEvents.once('closing', () => response.socket?.destroy());
      bridgeEvents.emit('request');
    });
    connection.stateReporter.subscribe(({ kind }) => kinds.push(kind));
    const requested = once(bridgeEvents, 'request');
    const refused = assert.rejects(connection.queue.submit(dim(lampId), {}));
    await requested;
    const closing = connection.close();
    bridgeEvents.emit('closing');
    await Promise.all([closing, refused]);
    assert.deepEqual(kinds, ['closed']);
    assert.deepEqual(warnings, []);
    assert.equal(connection.stateReporter.state.kind, 'closed');
    await assert.rejects(connection.queue.submit(dim(lampId), {}), { code: 'ERR_BRIDGE_CLOSED' });
    await assert.rejects(connection.openEventStream(new AbortController().signal), {
      code: 'ERR_BRIDGE_CLOSED',
    });
    assert.equal(bridge.requests.length, 1);
  });

  it('counts what it sent, and says when the bridge last answered anything', async () => {
    connection = connect();
    bridge.setScript(respondWith(404));
    const before = new Date();
    for (let count = 0; count < 3; count += 1) {
      await connection.queue.submit(buildSingleResourceRequest('get', 'light', lampId), {});
    }
    const { requestsPerMinute, lastContact } = connection.stateReporter.state;
    assert.equal(requestsPerMinute, 3);
    assert.ok(lastContact !== undefined && lastContact >= before);
  });
});
