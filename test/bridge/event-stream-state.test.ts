import assert from 'node:assert/strict';
import { isObject, getNestedMember, omitNullMembers } from '../../src/resources/members';
import { createDeferred } from '../support/deferred';
import { flushPromises } from './support/fake-clock';
import type { FakeClock } from './support/fake-clock';
import {
  createLamp,
  makeRid,
  EventStreamHarness,
  brightnessValues,
  createDimmingUpdate,
  createEventMessage,
} from './support/fake-bridge';
import type { FakeBridge } from './support/fake-bridge';
import { unreachableFailure } from './support/fake-health';
import { EventEmitter, once } from 'node:events';
import { BridgeClient } from '../../src/bridge';
import type {
  BridgeClientOptions,
  ResourceChangeEvent,
  ConnectionState,
  WatchOptions,
} from '../../src/bridge';
import { startSimulator } from '../../src/simulator';
import type { Simulator, SimulatorOptions } from '../../src/simulator';
import { createSelfSignedCertificate } from '../../src/simulator/identity';
import { waitUntil } from '../support/wait-until';
import { waitForConnection } from './support/wait-for-connection';
import { startScriptedBridge } from '../support/network/scripted-bridge';
import { debugLogs } from '../../src/bridge/debug-logs';
import { logEvent } from '../../src/bridge/event-stream';
import { createWrite } from './support/fake-link';
import type { LiveState } from '../../src/bridge/live-state';

describe('The state behind an event stream', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;
  let state: LiveState;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ clock, home: bridge, state } = harness);
  });
  afterEach(() => harness.close());

  it('checks also what looks as before, since events may have been lost or wrong', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 64)));
    await clock.advance(31_000);
    assert.deepEqual(
      brightnessValues(changes),
      [64, 10].map((brightness) => ({ brightness })),
    );
  });

  it('has no type read again that it keeps current, and one that the list of everything lacks', async () => {
    await harness.connectAndWatch('light');
    const reads = bridge.reads.length;
    harness.watch('button');
    await clock.advance(6_000);
    assert.equal(bridge.reads.length, reads);
    harness.watch('scene');
    await clock.advance(6_000);
    assert.deepEqual(bridge.reads.slice(reads), ['scene']);
  });

  it('checks again what an event touched while a check was under way', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    await clock.advance(30_000);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 64)));
    await flushPromises();
    deferredResponse.resolve();
    bridge.holdResponses = undefined;
    await clock.advance(1_000);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 64 }]);
    await clock.advance(31_000);
    assert.deepEqual(changes.at(-1)?.resource, createLamp(1, 10));
  });

  it('does not let a check bring back what an event has already changed', async () => {
    const changes = harness.watch();
    await harness.connect();
    await clock.advance(10_000);
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    await clock.advance(30_000);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 64)));
    bridge.setResource(createLamp(1, 64));
    await flushPromises();
    deferredResponse.resolve();
    bridge.holdResponses = undefined;
    await clock.advance(60_000);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 64 }]);
  });

  it('takes what is gone for deleted by these flows only where they deleted something', async () => {
    const changes = await harness.connectAndWatch('light');
    state.recordRequest(createWrite(makeRid(1), { on: { on: true } }));
    const lamp = { id: makeRid(1), type: 'light' };
    bridge.latestStream.sendEvents(createEventMessage('delete', lamp));
    await flushPromises();
    bridge.latestStream.sendEvents(createEventMessage('add', createLamp(1, 10)));
    state.recordRequest({ ...createWrite(makeRid(1)), operation: 'delete', method: 'DELETE' });
    bridge.latestStream.sendEvents(createEventMessage('delete', lamp));
    await flushPromises();
    assert.deepEqual(
      changes.filter(({ kind }) => kind === 'deleted').map(({ own }) => own),
      [false, true],
    );
  });

  it('passes what it does not know on untouched', async () => {
    await harness.connectAndWatch('light');
    const odd = { type: 'flux_capacitor', id: 'not-a-uuid', level: { now: null }, more: [1, [2]] };
    bridge.latestStream.sendEvents(createEventMessage('add', odd));
    bridge.latestStream.sendEvents(
      createEventMessage('update', {
        type: 'flux_capacitor',
        id: 'not-a-uuid',
        level: { now: 3, x: 1 },
      }),
    );
    await flushPromises();
    assert.deepEqual(state.store.get('not-a-uuid'), { ...odd, level: { now: 3, x: 1 } });
  });

  it('keeps what null means', async () => {
    const changes = await harness.connectAndWatch('light');
    const update = { type: 'light', id: makeRid(1), color_temperature: { mirek: null } };
    bridge.latestStream.sendEvents(createEventMessage('update', update));
    await flushPromises();
    assert.deepEqual(changes[0]?.resource['color_temperature'], { mirek: null });
  });

  it('looks at the type when it hears of a resource that it does not know', async () => {
    const changes = await harness.connectAndWatch('light');
    bridge.setResource(createLamp(7, 70));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(7, 70)));
    await clock.advance(2_000);
    assert.equal(changes[0]?.kind, 'added');
    assert.deepEqual(changes.at(-1)?.resource, createLamp(7, 70));
    assert.deepEqual(state.store.get(makeRid(7)), createLamp(7, 70));
  });

  it('knows its own commands from those of others', async () => {
    const changes = await harness.connectAndWatch('light');
    state.recordRequest(createWrite(makeRid(1)));
    bridge.latestStream.sendEvents(
      createEventMessage('update', createDimmingUpdate(1, 5), createDimmingUpdate(2, 5)),
    );
    await clock.advance(10_000);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 6)));
    await flushPromises();
    state.recordWriteAnswer(makeRid(1));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 7)));
    await flushPromises();
    assert.deepEqual(
      changes.map(({ own }) => own),
      [true, false, false, true],
    );
  });

  it('gives its own commands no gap where a read finds them before their event', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    state.recordRequest(createWrite(makeRid(1)));
    bridge.setResource(createLamp(1, 5));
    await state.store.refresh();
    await clock.advance(20_000);
    assert.equal(harness.streamRequestedAt.length, 1, 'the stream was not trusted any more');
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 5)));
    await flushPromises();
    bridge.setResource(createLamp(2, 6));
    await state.store.refresh();
    await clock.advance(2_000);
    harness.health.recordFailure(unreachableFailure, clock.now());
    state.recordRequest(createWrite(makeRid(1)));
    bridge.setResource(createLamp(1, 7));
    await state.store.refresh();
    assert.deepEqual(
      changes.map(({ own, cause }) => [own, cause]),
      [
        [true, 'poll'],
        [false, 'gap'],
        [true, 'gap'],
      ],
    );
  });

  it('keeps what an event added while a check was under way that does not show it yet', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    const before = bridge.countReads('light');
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    await clock.advance(30_000);
    assert.ok(bridge.countReads('light') > before, 'no check was under way');
    bridge.latestStream.sendEvents(createEventMessage('add', createLamp(3, 30)));
    await flushPromises();
    deferredResponse.resolve();
    bridge.holdResponses = undefined;
    await flushPromises();
    bridge.setResource(createLamp(3, 30));
    await clock.advance(31_000);
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['added'],
    );
  });

  it('names which members are gone, also inside others', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    const { dimming: _gone, ...undimmable } = createLamp(1, 10);
    bridge.setResource({ ...undimmable, type: 'light', id: makeRid(1) });
    bridge.setResource({ ...createLamp(2, 20), dimming: {} });
    await clock.advance(31_000);
    assert.deepEqual(
      changes.map(({ changed }) => changed),
      [['dimming'], ['dimming.brightness']],
    );
  });

  it('warns of an error that the bridge reports in its own words, and passes types of events over', async () => {
    await harness.connectAndWatch('light');
    bridge.latestStream.sendEvents(
      createEventMessage('error', { description: 'device unreachable' }),
      createEventMessage('error', { error: { type: 3, description: 'not available' } }),
      { id: 'e', type: 'error', errors: [{ description: 'overloaded' }] },
      { id: 'f', type: 'error' },
      createEventMessage('hint', { text: 'something new' }),
    );
    await flushPromises();
    assert.deepEqual(harness.warnings, [
      'The bridge reports an error. The bridge says: "device unreachable".',
      'The bridge reports an error. The bridge says: "not available".',
      'The bridge reports an error. The bridge says: "overloaded".',
      'The bridge reports an error.',
    ]);
  });

  it('takes no prototype from a bridge', async () => {
    await harness.connectAndWatch('light');
    const members = `"__proto__":{"polluted":true},"dimming":{"__proto__":{"polluted":true}}`;
    const entry = `{"type":"light","id":"${makeRid(1)}",${members}}`;
    bridge.latestStream.send(`data: [{"id":"odd","type":"update","data":[${entry}]}]\n\n`);
    await flushPromises();
    const light = state.store.get(makeRid(1));
    for (const value of [light, light?.['dimming']]) {
      assert.ok(isObject(value));
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
      assert.equal(value['polluted'], undefined);
    }
  });

  it('warns of nothing once it is closed', async () => {
    const failure = createDeferred();
    bridge.beforeStream = async () => {
      await failure.promise;
      throw new Error('the stream fell over');
    };
    harness.watch();
    await clock.advance(1_000);
    state.close();
    failure.resolve();
    await flushPromises();
    assert.deepEqual(harness.warnings, []);
  });
});

/** Short limits, so that a test observes what takes minutes with the defaults. */
const shortLimits = {
  minPollInterval: 50,
  minOnDemandPollInterval: 20,
  initialReconnectDelay: 100,
  maxReconnectDelay: 400,
  probeInterval: 100,
  lateProbeInterval: 400,
  streamConnectedAfter: 50,
  streamCheckInterval: 600,
  streamStableAfter: 300,
};

/** Records what a watch reports, and waits for it. */
class WatchRecorder {
  readonly changes: ResourceChangeEvent[] = [];
  readonly #events = new EventEmitter();
  #polls = 0;

  readonly onChange = (change: ResourceChangeEvent): void => {
    this.changes.push(change);
    this.#events.emit('told');
  };

  readonly onPoll = (): void => {
    this.#polls += 1;
    this.#events.emit('told');
  };

  /** Waits for the first poll. */
  async waitForPoll(): Promise<void> {
    while (this.#polls === 0) await once(this.#events, 'told');
  }

  /** Waits until the changes are enough. */
  async waitForChanges(
    isEnough: (changes: readonly ResourceChangeEvent[]) => boolean,
  ): Promise<void> {
    while (!isEnough(this.changes)) await once(this.#events, 'told');
  }
}

describe('The client and the event stream of a bridge', () => {
  let simulator: Simulator;
  let client: BridgeClient;

  const startClient = async (
    options: SimulatorOptions = {},
    settings: Partial<BridgeClientOptions> = {},
  ): Promise<void> => {
    simulator = await startSimulator({ events: { batch: 0 }, ...options });
    const { host, port, key, fingerprint } = simulator;
    client = new BridgeClient({
      host,
      port,
      key,
      trust: { fingerprint },
      limits: shortLimits,
      ...settings,
    });
  };
  afterEach(async () => {
    await client.close();
    await simulator.stop();
  });

  const watch = (rtype: WatchOptions['rtype'] = 'light', interval = 200): WatchRecorder => {
    const recorder = new WatchRecorder();
    client.watch({ rtype, interval, onChange: recorder.onChange, onPoll: recorder.onPoll });
    return recorder;
  };
  const waitForMode = (wanted: ConnectionState['mode']): Promise<ConnectionState> =>
    waitForConnection(client, ({ mode }) => mode === wanted);
  const lamps = (): string[] => simulator.home.byType('light').map(({ id }) => id);
  const setBrightness = (rid: string | undefined, brightness: number): void => {
    simulator.home.change(rid ?? '', { dimming: { brightness } });
  };
  const countStreamRequests = (): number =>
    simulator.requests.filter(({ path }) => path.startsWith('/eventstream')).length;
  /** Bridges leave these out of the whole tree. */
  const typesOutsideTree = new Set(['public_image', 'motion_area_candidate']);
  const assertSameState = (): void => {
    for (const resource of simulator.home.all()) {
      if (typesOutsideTree.has(resource.type)) continue;
      assert.deepEqual(client.stateCache.get(resource.id), omitNullMembers(resource));
    }
  };

  it('reports a change at the bridge as the bridge pushes it, however seldom it is polled', async () => {
    await startClient();
    const recorder = watch('light', 3_600_000);
    await waitForMode('stream');
    const [rid] = lamps();
    setBrightness(rid, 41);
    await recorder.waitForChanges((changes) => changes.some(({ resource }) => resource.id === rid));
    const [change] = recorder.changes;
    assert.equal(change?.cause, 'stream');
    assert.ok(change.changed.includes('dimming.brightness'));
    assertSameState();
  });

  it('sends its key and the request for a stream, over a connection of its own', async () => {
    await startClient();
    watch();
    await waitForMode('stream');
    const request = simulator.requests.find(({ path }) => path.startsWith('/eventstream'));
    assert.equal(request?.path, '/eventstream/clip/v2');
    assert.equal(request.headers['accept'], 'text/event-stream');
    assert.equal(request.headers['home-application-key'], simulator.key);
  });

  it('knows which changes its own commands made', async () => {
    await startClient();
    const recorder = watch();
    await waitForMode('stream');
    const [rid = '', other] = lamps();
    await client.update('light', rid, { on: { on: false }, dimming: { brightness: 33 } });
    await recorder.waitForChanges((changes) => changes.some(({ resource }) => resource.id === rid));
    setBrightness(other, 12);
    await recorder.waitForChanges((changes) =>
      changes.some(({ resource }) => resource.id === other),
    );
    const isOwnChange = (id: string | undefined): boolean | undefined =>
      recorder.changes.find(({ resource }) => resource.id === id)?.own;
    assert.equal(isOwnChange(rid), true);
    assert.equal(isOwnChange(other), false);
  });

  it('follows what is created and deleted', async () => {
    await startClient();
    const recorder = watch('room');
    await waitForMode('stream');
    const { data } = await client.create('room', {
      children: [],
      metadata: { name: 'Workshop', archetype: 'other' },
    });
    await recorder.waitForChanges((changes) => changes.some(({ kind }) => kind === 'added'));
    assert.equal(client.stateCache.name(data.rid), 'Workshop');
    await client.remove('room', data.rid);
    await recorder.waitForChanges((changes) => changes.some(({ kind }) => kind === 'deleted'));
    assert.equal(client.stateCache.get(data.rid), undefined);
    assertSameState();
  });

  it('polls a bridge that has no stream, with the same changes', async () => {
    await startClient({ events: false });
    const recorder = watch();
    await recorder.waitForPoll();
    while (countStreamRequests() === 0) await once(simulator.log, 'request');
    const [rid] = lamps();
    setBrightness(rid, 41);
    await recorder.waitForChanges((changes) => changes.length > 0);
    assert.equal(recorder.changes[0]?.cause, 'poll');
    assert.equal(client.connectionState.mode, 'polling');
    assert.equal(countStreamRequests(), 1);
  });

  it('only polls when it is asked to', async () => {
    await startClient({}, { events: 'never' });
    const recorder = watch();
    await recorder.waitForPoll();
    setBrightness(lamps()[0], 41);
    await recorder.waitForChanges((changes) => changes.length > 0);
    assert.equal(countStreamRequests(), 0);
  });

  it('finds what happened while it was cut off', async () => {
    await startClient();
    const recorder = watch();
    await waitForMode('stream');
    const [first, second] = lamps();
    const endFault = simulator.faults.inject({ status: 503, body: '<html>busy</html>' });
    simulator.events.disconnectAll();
    await waitForMode('polling');
    setBrightness(first, 77);
    simulator.home.remove(second ?? '');
    endFault();
    await recorder.waitForChanges((changes) => changes.length >= 2);
    await waitForMode('stream');
    const kinds = Object.fromEntries(
      recorder.changes.map(({ resource, kind, cause }) => [resource.id, `${kind} ${cause}`]),
    );
    assert.equal(kinds[first ?? ''], 'changed gap');
    assert.equal(kinds[second ?? ''], 'deleted gap');
    assertSameState();
  });

  for (const [what, applyFault] of [
    ['has gone silent', () => simulator.faults.setStreamFault({ silent: true })],
    ['the bridge has forgotten', () => simulator.events.forgetListeners()],
  ] as const) {
    it(`notices by a check that it listens to a stream that ${what}`, async () => {
      await startClient();
      const recorder = watch();
      await waitForMode('stream');
      await recorder.waitForPoll();
      applyFault();
      const streams = countStreamRequests();
      setBrightness(lamps()[0], 66);
      await recorder.waitForChanges((changes) => changes.length > 0);
      assert.equal(recorder.changes[0]?.cause, 'gap');
      while (countStreamRequests() === streams) await once(simulator.log, 'request');
    });
  }

  it('reports nothing twice when the bridge says everything twice', async () => {
    await startClient();
    const recorder = watch();
    await waitForMode('stream');
    simulator.faults.setStreamFault({ duplicates: true });
    const [first, second, last] = lamps();
    for (const brightness of [10, 20, 30]) setBrightness(first, brightness + 0.5);
    setBrightness(second, 20.5);
    setBrightness(last, 30.5);
    await recorder.waitForChanges((changes) =>
      changes.some(({ resource }) => resource.id === last),
    );
    const values = recorder.changes.map(
      ({ resource }) =>
        `${resource.id} ${String(getNestedMember(resource, 'dimming', 'brightness'))}`,
    );
    assert.equal(new Set(values).size, values.length);
  });

  it('takes two thousand changes in one burst', async () => {
    await startClient({ events: { batch: 10 } });
    const recorder = watch();
    await waitForMode('stream');
    const [rid] = lamps();
    simulator.events.changeBrightnessRepeatedly(2_000);
    setBrightness(rid, 99.5);
    await recorder.waitForChanges((changes) =>
      changes.some(({ resource }) => getNestedMember(resource, 'dimming', 'brightness') === 99.5),
    );
    assertSameState();
  });

  it('sends an impostor nothing when it takes the place of the bridge', async () => {
    await startClient();
    watch();
    await waitForMode('stream');
    await simulator.stop();
    const identity = createSelfSignedCertificate({ commonName: simulator.bridgeId });
    const impostor = await startScriptedBridge({ port: simulator.port, identity });
    await waitForConnection(client, ({ kind }) => kind === 'untrusted');
    await waitUntil('more attempts', () => impostor.connections() >= 5);
    assert.equal(impostor.requests.length, 0);
    assert.equal(client.connectionState.mode, 'polling');
    await impostor.stop();
  });

  for (const status of [404, 403, 429, 503]) {
    it(`goes on polling when the stream answers ${status}`, async () => {
      await startClient();
      simulator.faults.inject({ match: { path: '/eventstream' }, status, body: '<html>no</html>' });
      const recorder = watch();
      while (countStreamRequests() === 0) await once(simulator.log, 'request');
      await client.stateCache.refresh();
      setBrightness(lamps()[0], 41);
      await recorder.waitForChanges((changes) => changes.length > 0);
      assert.equal(client.connectionState.mode, 'polling');
    });
  }

  it('refuses a watch that makes no sense', async () => {
    await startClient();
    for (const interval of [Number.NaN, 0, -1]) {
      assert.throws(() => client.watch({ rtype: 'light', interval }), {
        code: 'ERR_BRIDGE_INVALID_COMMAND',
      });
    }
    assert.equal(simulator.requests.length, 0);
  });

  it('counts its requests and knows when the bridge last answered', async () => {
    await startClient();
    const before = client.connectionState;
    assert.equal(before.lastContact, undefined);
    await client.list('light');
    await client.list('room');
    assert.equal(client.connectionState.requestsPerMinute, 2);
    const { lastContact } = client.connectionState;
    assert.ok(lastContact !== undefined && Date.now() - lastContact.getTime() < 5_000);
  });

  it('leaves no connection behind', async () => {
    await startClient();
    watch();
    await waitForMode('stream');
    assert.ok(simulator.connectionCount() >= 2);
    await client.close();
    await waitUntil('the end of all connections', () => simulator.connectionCount() === 0);
    assert.throws(() => watch(), { code: 'ERR_BRIDGE_CLOSED' });
  });
});

describe('The line that is logged of an event', () => {
  const { events: write } = debugLogs;
  let lines: string[];
  beforeEach(() => {
    lines = [];
    debugLogs.events = (line) => void lines.push(line);
  });
  afterEach(() => (debugLogs.events = write));

  it('names up to ten types, and says when more follow', () => {
    const lights = (count: number): object[] =>
      Array.from({ length: count }, () => ({ id: 'one', type: 'light' }));
    const events = [lights(10), lights(11), [{ id: 'one' }, null, { type: 7 }]].map((data) => ({
      id: undefined,
      type: 'update',
      data,
    }));
    for (const event of events) logEvent(event, 'stream');
    logEvent({ id: 'two', type: 'delete', data: lights(1) }, 'gap');
    const ten = Array(10).fill('light').join(', ');
    assert.deepEqual(lines, [
      `update: 10 (${ten})`,
      `update: 11 (${ten}, …)`,
      'update: 3 (without type, without type, without type)',
      'delete: 1 (light), may be old',
    ]);
  });
});
