import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { BridgeClient } from '../../../src/bridge';
import type {
  BridgeClientOptions,
  ResourceChangeEvent,
  ConnectionState,
  WatchOptions,
} from '../../../src/bridge';
import { getNestedMember, omitNullMembers } from '../../../src/resources/members';
import { startSimulator } from '../../../src/simulator';
import { createSelfSignedCertificate } from '../../../src/simulator/identity/certificate';
import type { Simulator, SimulatorOptions } from '../../../src/simulator';
import { waitUntil } from '../../support/wait-until';
import { waitForConnection } from '../support/wait-for-connection';
import { startScriptedBridge } from '../../support/network/scripted-bridge';

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

  it('does not storm a bridge that drops every stream, and is never connected to it', async () => {
    await startClient({}, { limits: { ...shortLimits, streamConnectedAfter: 200 } });
    const modes = new Set<string>();
    client.onConnectionChange(({ mode }) => modes.add(mode));
    simulator.faults.inject({ match: { path: '/eventstream' }, status: 200, cutAfter: 5 });
    watch();
    const startedAt = performance.now();
    while (performance.now() - startedAt < 2_000) await once(simulator.log, 'request');
    assert.ok(countStreamRequests() <= 10, `${countStreamRequests()} attempts in two seconds`);
    assert.equal(modes.has('stream'), false);
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
