import assert from 'node:assert/strict';
import { BridgeError } from '../../src/bridge/errors';
import { ConnectionStateReporter, RequestRateMeter } from '../../src/bridge/connection-state';
import type { ConnectionState } from '../../src/bridge/connection-state';
import { waitUntil } from '../support/wait-until';
import { FakeClock } from './support/fake-clock';
import { ConnectionHistory, BridgeConnection } from '../../src/bridge/connection';
import type { BridgeConnectionOptions } from '../../src/bridge/connection';
import { isResponse } from '../../src/bridge/http';
import type { AttemptListener } from '../../src/bridge/http';
import { EventEmitter, getEventListeners, once } from 'node:events';
import { buildSingleResourceRequest, buildUpdateRequest } from '../../src/bridge/request';
import type { BridgeRequest } from '../../src/bridge/request';
import {
  lampId,
  otherLampId,
  respondAsBridge,
  respondWith,
  scriptedKey,
  startScriptedBridge,
} from '../support/network/scripted-bridge';
import type { ScriptedBridge } from '../support/network/scripted-bridge';
import { collectGarbage } from '../support/collect-garbage';

const unreachable = new BridgeError('ERR_BRIDGE_UNREACHABLE', 'Could not reach the bridge.');

const busy = new BridgeError('ERR_BRIDGE_BUSY', 'The bridge is busy.');

describe('The state of a connection', () => {
  let warnings: string[];
  let states: ConnectionState[];
  let reporter: ConnectionStateReporter;
  beforeEach(() => {
    warnings = [];
    states = [];
    reporter = new ConnectionStateReporter(
      () => 7,
      (warning) => warnings.push(warning),
      new FakeClock(),
    );
    reporter.subscribe((state) => states.push(state));
  });
  const kinds = (): string[] => states.map(({ kind }) => kind);

  it('is reported once for each change, with the reason of that change and no other', () => {
    reporter.setState('away', unreachable);
    reporter.setState('away', busy);
    reporter.setState('waiting', busy);
    reporter.setState('connected');
    reporter.setState('connected');
    assert.deepEqual(kinds(), ['away', 'waiting', 'connected']);
    assert.deepEqual(
      states.map(({ reason }) => reason),
      [unreachable, busy, undefined],
    );
    assert.equal('reason' in reporter.state, false);
    assert.equal(reporter.state.queued, 7);
  });

  it('warns of what a person must know, and not of a bridge that is busy', () => {
    reporter.setState('waiting', busy);
    reporter.setState('away', unreachable);
    reporter.setState('connected');
    assert.deepEqual(warnings, [unreachable.message]);
  });

  it('says since when it is so', async () => {
    const { since } = reporter.state;
    await waitUntil('a later time', () => Date.now() > since.getTime(), { interval: 1 });
    reporter.setState('connected');
    assert.ok(reporter.state.since > since);
  });

  it('says when the bridge last answered', () => {
    assert.equal('lastContact' in reporter.state, false);
    const before = Date.now();
    reporter.recordContact();
    assert.ok((reporter.state.lastContact?.getTime() ?? 0) >= before);
    assert.deepEqual(states, []);
  });

  it('reports address and mode when they change, and only then', () => {
    for (const address of ['192.0.2.7', '192.0.2.7', undefined, undefined]) {
      reporter.setMovedTo(address);
    }
    assert.deepEqual(
      states.map(({ movedTo }) => movedTo),
      ['192.0.2.7', undefined],
    );
    for (const mode of ['stream', 'stream', 'polling'] as const) reporter.setMode(mode);
    assert.deepEqual(
      states.slice(2).map(({ mode }) => mode),
      ['stream', 'polling'],
    );
  });

  it('is reported to a listener as often as it was added, until it is removed', () => {
    let calls = 0;
    const listener = (): void => void (calls += 1);
    const removeFirst = reporter.subscribe(listener);
    const removeSecond = reporter.subscribe(listener);
    reporter.setState('connected');
    assert.equal(calls, 2);
    removeFirst();
    removeFirst();
    reporter.setState('waiting', busy);
    assert.equal(calls, 3);
    removeSecond();
    reporter.setState('connected');
    assert.equal(calls, 3);
  });

  it('is reported to all, though one of them fails, and a warning says why', () => {
    const failing = new ConnectionStateReporter(
      () => 0,
      (warning) => warnings.push(warning),
      new FakeClock(),
    );
    const reported: string[] = [];
    failing.subscribe(() => {
      throw new Error('not today');
    });
    failing.subscribe(({ kind }) => reported.push(kind));
    failing.setState('connected');
    assert.deepEqual(reported, ['connected']);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /not today/);
  });

  it('changes no more once it is closed, and nothing is reported or warned of', () => {
    reporter.close();
    reporter.close();
    reporter.setState('away', unreachable);
    reporter.setState('connected');
    reporter.setMovedTo('192.0.2.7');
    reporter.setMode('stream');
    assert.deepEqual(kinds(), ['closed']);
    assert.deepEqual(warnings, []);
    assert.equal(reporter.state.kind, 'closed');
    assert.equal(reporter.state.reason?.code, 'ERR_BRIDGE_CLOSED');
  });
});

const respond = (listener: AttemptListener, status: number): void =>
  listener({ status, retryAfter: undefined, body: Buffer.alloc(0) });

const silent: AttemptListener = () => undefined;

describe('The history of a connection', () => {
  let clock: FakeClock;
  let history: ConnectionHistory;
  beforeEach(() => {
    clock = new FakeClock();
    history = new ConnectionHistory(clock);
  });

  it('holds each request with its status and its duration, and calls who waits for it', async () => {
    const statuses: number[] = [];
    const request = { method: 'GET', path: '/clip/v2/resource' } as const;
    const listener = history.recordRequest(request, (outcome) => {
      if (isResponse(outcome)) statuses.push(outcome.status);
    });
    const [sent] = history.requests;
    assert.deepEqual([sent?.result, sent?.duration], [undefined, undefined]);
    await clock.advance(40);
    respond(listener, 207);
    const [answered] = history.requests;
    assert.equal(answered?.path, '/clip/v2/resource');
    assert.deepEqual([answered.result, answered.duration], [207, 40]);
    assert.deepEqual(statuses, [207]);
  });

  it('says why there was no response', () => {
    const listener = history.recordRequest({ method: 'PUT', path: '/x' }, silent);
    listener({ kind: 'timeout', code: 'ERR_BRIDGE_TIMEOUT', detail: '', hint: '' });
    assert.equal(history.requests[0]?.result, 'timeout');
  });

  it('keeps the last 200 requests, and gives a late response to none of them', () => {
    const late = history.recordRequest({ method: 'GET', path: '/0' }, silent);
    for (let number = 1; number <= 450; number += 1)
      history.recordRequest({ method: 'GET', path: `/${number}` }, silent);
    respond(late, 200);
    const paths = history.requests.map(({ path }) => path);
    assert.equal(paths.length, 200);
    assert.deepEqual([paths[0], paths[199]], ['/251', '/450']);
    assert.ok(history.requests.every(({ result }) => result === undefined));
  });

  it('counts the refusals because of overload of the last minute', async () => {
    for (const status of [429, 503, 404, 200])
      respond(history.recordRequest({ method: 'GET', path: '/' }, silent), status);
    assert.equal(history.refusedLastMinute, 2);
    await clock.advance(61_000);
    assert.equal(history.refusedLastMinute, 0);
  });

  it('counts the reconnects of the last day: not the first connection, and not a wait', async () => {
    for (const kind of ['connected', 'away', 'connected', 'waiting', 'connected'] as const)
      history.recordState(kind);
    assert.equal(history.reconnectsLastDay, 1);
    await clock.advance(86_400_001);
    assert.equal(history.reconnectsLastDay, 0);
  });
});

describe('Requests per minute', () => {
  it('are those of the last sixty seconds', async () => {
    const clock = new FakeClock();
    const rate = new RequestRateMeter(clock);
    for (let second = 0; second < 120; second += 1) {
      rate.count();
      rate.count();
      await clock.advance(1_000);
    }
    assert.equal(rate.lastMinute, 118);
    await clock.advance(30_000);
    assert.equal(rate.lastMinute, 58);
    await clock.advance(3_600_000);
    assert.equal(rate.lastMinute, 0);
  });
});

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
