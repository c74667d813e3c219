import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { BridgeClient } from '../../src/bridge';
import type { BridgeClientOptions, Change, ConnectionState, WatchOptions } from '../../src/bridge';
import { member } from '../../src/resources';
import { startSimulator } from '../../src/simulator';
import { selfSignedCertificate } from '../../src/simulator/certificate';
import type { Simulator, SimulatorOptions } from '../../src/simulator';
import { until } from '../support/until';
import { connectionOf } from './connection-of';
import { startScriptedBridge } from './scripted-bridge';

/** Waits of the client, so short that a test sees what takes minutes in a home. */
const quick = {
  shortestPoll: 50,
  pollSpacing: 20,
  firstRetry: 100,
  longestRetry: 400,
  streamProof: 50,
  streamCheck: 600,
  streamSettled: 300,
};

/** What a client tells, to wait for. */
class Told {
  readonly changes: Change[] = [];
  readonly #events = new EventEmitter();
  #polls = 0;

  readonly onChange = (change: Change): void => {
    this.changes.push(change);
    this.#events.emit('told');
  };

  readonly onPoll = (): void => {
    this.#polls += 1;
    this.#events.emit('told');
  };

  /** Waits until the state has been told. */
  async untilPolled(): Promise<void> {
    while (this.#polls === 0) await once(this.#events, 'told');
  }

  /** Waits until enough has been told. */
  async until(enough: (changes: readonly Change[]) => boolean): Promise<void> {
    while (!enough(this.changes)) await once(this.#events, 'told');
  }
}

describe('The client and the event stream of a bridge', () => {
  let simulator: Simulator;
  let client: BridgeClient;

  const start = async (
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
      limits: quick,
      ...settings,
    });
  };
  afterEach(async () => {
    await client.close();
    await simulator.stop();
  });

  const watch = (rtype: WatchOptions['rtype'] = 'light', interval = 200): Told => {
    const told = new Told();
    client.watch({ rtype, interval, onChange: told.onChange, onPoll: told.onPoll });
    return told;
  };
  const untilMode = (wanted: ConnectionState['mode']): Promise<ConnectionState> =>
    connectionOf(client, ({ mode }) => mode === wanted);
  const lamps = (): string[] => simulator.home.byType('light').map(({ id }) => id);
  const dim = (rid: string | undefined, brightness: number): void => {
    simulator.home.change(rid ?? '', { dimming: { brightness } });
  };
  const streamRequests = (): number =>
    simulator.requests.filter(({ path }) => path.startsWith('/eventstream')).length;
  /** Bridges leave these out of the whole tree. */
  const leftOut = new Set(['public_image', 'motion_area_candidate']);
  const assertSameState = (): void => {
    for (const resource of simulator.home.all()) {
      if (leftOut.has(resource.type)) continue;
      assert.deepEqual(client.mirror.get(resource.id), resource);
    }
  };

  it('tells a change at the bridge as the bridge pushes it, however seldom it is polled', async () => {
    await start();
    const told = watch('light', 3_600_000);
    await untilMode('stream');
    const [rid] = lamps();
    dim(rid, 41);
    await told.until((changes) => changes.some(({ resource }) => resource.id === rid));
    const [change] = told.changes;
    assert.equal(change?.cause, 'stream');
    assert.ok(change.changed.includes('dimming.brightness'));
    assertSameState();
  });

  it('sends key and wish for a stream, over a connection of its own', async () => {
    await start();
    watch();
    await untilMode('stream');
    const request = simulator.requests.find(({ path }) => path.startsWith('/eventstream'));
    assert.equal(request?.path, '/eventstream/clip/v2');
    assert.equal(request.headers['accept'], 'text/event-stream');
    assert.equal(request.headers['home-application-key'], simulator.key);
  });

  it('knows which changes its own commands made', async () => {
    await start();
    const told = watch();
    await untilMode('stream');
    const [rid = '', other] = lamps();
    await client.update('light', rid, { on: { on: false }, dimming: { brightness: 33 } });
    await told.until((changes) => changes.some(({ resource }) => resource.id === rid));
    dim(other, 12);
    await told.until((changes) => changes.some(({ resource }) => resource.id === other));
    const ownOf = (id: string | undefined): boolean | undefined =>
      told.changes.find(({ resource }) => resource.id === id)?.own;
    assert.equal(ownOf(rid), true);
    assert.equal(ownOf(other), false);
  });

  it('follows what is created and deleted', async () => {
    await start();
    const told = watch('room');
    await untilMode('stream');
    const { data } = await client.create('room', {
      children: [],
      metadata: { name: 'Workshop', archetype: 'other' },
    });
    await told.until((changes) => changes.some(({ kind }) => kind === 'added'));
    assert.equal(client.mirror.name(data.rid), 'Workshop');
    await client.remove('room', data.rid);
    await told.until((changes) => changes.some(({ kind }) => kind === 'deleted'));
    assert.equal(client.mirror.get(data.rid), undefined);
    assertSameState();
  });

  it('polls a bridge that has no stream, with the same changes', async () => {
    await start({ events: false });
    const told = watch();
    await told.untilPolled();
    while (streamRequests() === 0) await once(simulator.log, 'request');
    const [rid] = lamps();
    dim(rid, 41);
    await told.until((changes) => changes.length > 0);
    assert.equal(told.changes[0]?.cause, 'poll');
    assert.equal(client.connection.mode, 'polling');
    assert.equal(streamRequests(), 1);
  });

  it('only polls when it is told to', async () => {
    await start({}, { events: 'never' });
    const told = watch();
    await told.untilPolled();
    dim(lamps()[0], 41);
    await told.until((changes) => changes.length > 0);
    assert.equal(streamRequests(), 0);
  });

  it('finds what happened while it was cut off', async () => {
    await start();
    const told = watch();
    await untilMode('stream');
    const [first, second] = lamps();
    const refused = simulator.faults.answer({ status: 503, body: '<html>busy</html>' });
    simulator.events.cut();
    await untilMode('polling');
    dim(first, 77);
    simulator.home.remove(second ?? '');
    refused();
    await told.until((changes) => changes.length >= 2);
    await untilMode('stream');
    const kinds = Object.fromEntries(
      told.changes.map(({ resource, kind, cause }) => [resource.id, `${kind} ${cause}`]),
    );
    assert.equal(kinds[first ?? ''], 'changed gap');
    assert.equal(kinds[second ?? ''], 'deleted gap');
    assertSameState();
  });

  for (const [what, fail] of [
    ['has gone silent', () => simulator.faults.stream({ silent: true })],
    ['the bridge has forgotten', () => simulator.events.forgetListeners()],
  ] as const) {
    it(`notices by a check that it listens to a stream that ${what}`, async () => {
      await start();
      const told = watch();
      await untilMode('stream');
      await told.untilPolled();
      fail();
      const streams = streamRequests();
      dim(lamps()[0], 66);
      await told.until((changes) => changes.length > 0);
      assert.equal(told.changes[0]?.cause, 'gap');
      while (streamRequests() === streams) await once(simulator.log, 'request');
    });
  }

  it('tells nothing twice when the bridge says everything twice', async () => {
    await start();
    const told = watch();
    await untilMode('stream');
    simulator.faults.stream({ duplicates: true });
    const [first, second, last] = lamps();
    for (const brightness of [10, 20, 30]) dim(first, brightness + 0.5);
    dim(second, 20.5);
    dim(last, 30.5);
    await told.until((changes) => changes.some(({ resource }) => resource.id === last));
    const values = told.changes.map(
      ({ resource }) => `${resource.id} ${String(member(resource, 'dimming', 'brightness'))}`,
    );
    assert.equal(new Set(values).size, values.length);
  });

  it('takes two thousand changes in one burst', async () => {
    await start({ events: { batch: 10 } });
    const told = watch();
    await untilMode('stream');
    const [rid] = lamps();
    simulator.events.burst(2_000);
    dim(rid, 99.5);
    await told.until((changes) =>
      changes.some(({ resource }) => member(resource, 'dimming', 'brightness') === 99.5),
    );
    assertSameState();
  });

  it('sends an impostor nothing when it takes the place of the bridge', async () => {
    await start();
    watch();
    await untilMode('stream');
    await simulator.stop();
    const identity = selfSignedCertificate({ commonName: simulator.bridgeId });
    const impostor = await startScriptedBridge({ port: simulator.port, identity });
    await connectionOf(client, ({ kind }) => kind === 'untrusted');
    await until('more attempts', () => impostor.connections() >= 5);
    assert.equal(impostor.requests.length, 0);
    assert.equal(client.connection.mode, 'polling');
    await impostor.stop();
  });

  it('does not storm a bridge that drops every stream, and is never connected to it', async () => {
    await start({}, { limits: { ...quick, streamProof: 200 } });
    const modes = new Set<string>();
    client.onConnection(({ mode }) => modes.add(mode));
    simulator.faults.answer({ match: { path: '/eventstream' }, status: 200, cutAfter: 5 });
    watch();
    const startedAt = performance.now();
    while (performance.now() - startedAt < 2_000) await once(simulator.log, 'request');
    assert.ok(streamRequests() <= 10, `${streamRequests()} attempts in two seconds`);
    assert.equal(modes.has('stream'), false);
  });

  for (const status of [404, 403, 429, 503]) {
    it(`goes on polling when the stream answers ${status}`, async () => {
      await start();
      simulator.faults.answer({ match: { path: '/eventstream' }, status, body: '<html>no</html>' });
      const told = watch();
      while (streamRequests() === 0) await once(simulator.log, 'request');
      await client.mirror.refresh();
      dim(lamps()[0], 41);
      await told.until((changes) => changes.length > 0);
      assert.equal(client.connection.mode, 'polling');
    });
  }

  it('refuses a watch that makes no sense', async () => {
    await start();
    for (const interval of [Number.NaN, 0, -1]) {
      assert.throws(() => client.watch({ rtype: 'light', interval }), {
        code: 'ERR_BRIDGE_INVALID_COMMAND',
      });
    }
    assert.equal(simulator.requests.length, 0);
  });

  it('counts its requests and knows when the bridge last answered', async () => {
    await start();
    const before = client.connection;
    assert.equal(before.lastContact, undefined);
    await client.list('light');
    await client.list('room');
    assert.equal(client.connection.requestsPerMinute, 2);
    const { lastContact } = client.connection;
    assert.ok(lastContact !== undefined && Date.now() - lastContact.getTime() < 5_000);
  });

  it('leaves no connection behind', async () => {
    await start();
    watch();
    await untilMode('stream');
    assert.ok(simulator.connections() >= 2);
    await client.close();
    await until('the end of all connections', () => simulator.connections() === 0);
    assert.throws(() => watch(), { code: 'ERR_BRIDGE_CLOSED' });
  });
});
