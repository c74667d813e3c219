import assert from 'node:assert/strict';
import { BridgeError } from '../../src/bridge';
import type { ResourceChangeEvent, WatchOptions } from '../../src/bridge';
import { defaultLimits } from '../../src/bridge/limits';
import { createDeferred } from '../support/deferred';
import type { ConnectionHealthMonitor } from '../../src/bridge/health';
import { createFakeHealth } from './support/fake-health';
import { FakeClock, flushPromises } from './support/fake-clock';
import {
  FakeBridge,
  createLamp,
  makeRid,
  createStatusError,
  createUnreachableError,
  intervalsBetween,
  EventStreamHarness,
} from './support/fake-bridge';
import { setImmediate } from 'node:timers/promises';
import { SlicedQueue } from '../../src/bridge/slices';
import { WatchesOfResourceType } from '../../src/bridge/poll';
import { OwnWriteTracker } from '../../src/bridge/own-writes';
import { openPolledState, createWrite } from './support/fake-link';
import type { LiveState } from '../../src/bridge/live-state';
import { createStore } from './support/stored-resources';

describe('Polling', () => {
  let clock: FakeClock;
  let bridge: FakeBridge;
  let health: ConnectionHealthMonitor;
  let state: LiveState;
  const warnings: string[] = [];

  beforeEach(() => {
    clock = new FakeClock();
    bridge = new FakeBridge([createLamp(1, 10), createLamp(2, 20)]);
    warnings.length = 0;
    health = createFakeHealth(bridge, clock);
    state = openPolledState(bridge, clock, { health, warn: (warning) => warnings.push(warning) });
  });
  afterEach(async () => {
    state.close();
    health.close();
    await flushPromises();
    assert.equal(clock.pendingTimers, 0, 'a timer was left behind');
    assert.deepEqual(warnings, []);
  });

  const watchLights = (
    options: Partial<WatchOptions> = {},
  ): { changes: ResourceChangeEvent[]; polls: number[]; errors: string[]; recovered: number[] } => {
    const seen = {
      changes: Array.of<ResourceChangeEvent>(),
      polls: Array.of<number>(),
      errors: Array.of<string>(),
      recovered: Array.of<number>(),
    };
    state.watch({
      rtype: 'light',
      interval: 5_000,
      onPoll: (resources) => seen.polls.push(resources.length),
      onChange: (change) => seen.changes.push(change),
      onError: ({ code }) => seen.errors.push(code),
      onRecovered: () => seen.recovered.push(clock.now()),
      ...options,
    });
    return seen;
  };

  it('costs the bridge the same for a thousand watchers as for one', async () => {
    const all = Array.from({ length: 1_000 }, () => watchLights({ interval: 2_000 }));
    await clock.advance(60_000);
    const requests = bridge.countReads('light');
    assert.ok(requests >= 30 && requests <= 32, `${requests} requests in a minute`);
    assert.ok(all.every(({ polls }) => polls.length >= 29));
  });

  it('asks at the shortest interval that anyone wants, and reports each at their own', async () => {
    const slow = watchLights({ interval: 20_000 });
    const quick = watchLights({ interval: 4_000 });
    await clock.advance(60_000);
    assert.ok(
      Math.abs(bridge.countReads('light') - 16) <= 1,
      `${bridge.countReads('light')} requests`,
    );
    assert.ok(Math.abs(quick.polls.length - 16) <= 1, `${quick.polls.length} for the quick one`);
    assert.ok(
      slow.polls.length >= 3 && slow.polls.length <= 5,
      `${slow.polls.length} for the slow`,
    );
  });

  it('leaves the interval to other watchers where one has none of its own', async () => {
    const passive = watchLights({ interval: Infinity });
    await clock.advance(86_400_000);
    assert.ok(bridge.countReads('light') <= 2);
    assert.equal(passive.polls.length, 1);
    watchLights({ interval: 5_000 });
    bridge.setResource(createLamp(1, 55));
    await clock.advance(6_000);
    assert.equal(passive.changes.length, 1);
  });

  it('never asks more often than the bound', async () => {
    watchLights({ interval: 1 });
    await clock.advance(10_000);
    assert.ok(bridge.countReads('light') <= 12);
  });

  it('never asks twice at once for one type, however slow the bridge', async () => {
    watchLights({ interval: 1_000 });
    const { promise: opened, resolve: open } = createDeferred();
    bridge.holdResponses = opened;
    await clock.advance(30_000);
    assert.equal(bridge.countReads('light'), 1);
    open();
    await clock.advance(10_000);
    assert.ok(bridge.countReads('light') > 5);
    assert.equal(bridge.maxConcurrentReads, 1);
  });

  it('does not parse an answer that equals the last one', async () => {
    watchLights({ interval: 1_000 });
    await clock.advance(60_000);
    assert.ok(bridge.countReads('light') >= 59);
    assert.equal(bridge.parseCount, 1);
  });

  it('reports what was changed, added and deleted, and no change at the first look', async () => {
    const { changes } = watchLights();
    await clock.advance(6_000);
    assert.equal(changes.length, 0);
    bridge.setResource(createLamp(1, 55));
    bridge.setResource(createLamp(3, 30));
    bridge.resources.delete(makeRid(2));
    await clock.advance(6_000);
    const reported = changes.map(({ kind, resource, changed, cause }) => [
      kind,
      resource.id,
      changed,
      cause,
    ]);
    assert.deepEqual(reported, [
      ['changed', makeRid(1), ['dimming.brightness'], 'poll'],
      ['added', makeRid(3), [], 'poll'],
      ['deleted', makeRid(2), [], 'poll'],
    ]);
    const [first] = changes;
    assert.deepEqual(first?.previous?.['dimming'], { brightness: 10 });
    assert.deepEqual(first?.resource['dimming'], { brightness: 55 });
  });

  it('does not go back to an older answer that comes later', async () => {
    const { changes } = watchLights();
    await clock.advance(6_000);
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    const refreshed = state.store.refresh();
    bridge.holdResponses = undefined;
    bridge.setResource(createLamp(1, 55));
    await clock.advance(6_000);
    deferredResponse.resolve();
    await refreshed;
    assert.equal(changes.length, 1);
    assert.deepEqual(state.store.get(makeRid(1)), createLamp(1, 55));
  });

  it('notifies a watcher of some resources of those only', async () => {
    const seen: unknown[] = [];
    const { changes } = watchLights({
      rids: [makeRid(2)],
      onPoll: (resources) => seen.push(resources.map(({ id }) => id)),
    });
    await clock.advance(6_000);
    bridge.setResource(createLamp(1, 11));
    bridge.setResource(createLamp(2, 22));
    await clock.advance(6_000);
    assert.deepEqual(
      changes.map(({ resource }) => resource.id),
      [makeRid(2)],
    );
    assert.deepEqual(seen[0], [makeRid(2)]);
  });

  it('hands out states that nobody can change for the others', async () => {
    const { changes } = watchLights();
    await clock.advance(6_000);
    bridge.setResource(createLamp(1, 55));
    await clock.advance(6_000);
    const light = changes[0]?.resource;
    assert.ok(light !== undefined && Object.isFrozen(light) && Object.isFrozen(light['dimming']));
  });

  it('looks at once when asked to, and shares the look', async () => {
    const polls: number[] = [];
    const watch = state.watch({
      rtype: 'light',
      interval: 3_600_000,
      onPoll: () => polls.push(clock.now()),
    });
    await clock.advance(5_000);
    assert.equal(polls.length, 1);
    const calls = Promise.all(Array.from({ length: 100 }, () => watch.pollNow()));
    await clock.advance(1_000);
    await calls;
    assert.ok(
      bridge.countReads('light') <= 3,
      `${bridge.countReads('light')} requests for 100 calls`,
    );
    assert.ok(polls.length >= 2);
  });

  it('says why when a look asked for fails', async () => {
    const watch = state.watch({ rtype: 'light', interval: 5_000 });
    await clock.advance(1_000);
    bridge.failure = createUnreachableError();
    const refused = assert.rejects(watch.pollNow(), { code: 'ERR_BRIDGE_UNREACHABLE' });
    await clock.advance(1_000);
    await refused;
  });

  it('says once that the bridge is away, tries seldom, and reports what changed once it is back', async () => {
    const lights = watchLights();
    const others = watchLights({ rtype: 'room' });
    await clock.advance(10_000);
    bridge.failure = createUnreachableError();
    const before = bridge.reads.length;
    await clock.advance(3_600_000);
    assert.ok(bridge.reads.length - before <= 2, 'nothing is read while the bridge is away');
    const attempts = bridge.probedAt.length;
    assert.ok(attempts > 1_100 && attempts < 1_400, `${attempts} attempts in an hour`);
    assert.deepEqual(lights.errors, ['ERR_BRIDGE_UNREACHABLE']);
    assert.deepEqual(others.errors, ['ERR_BRIDGE_UNREACHABLE']);
    bridge.failure = undefined;
    bridge.setResource(createLamp(1, 99));
    bridge.resources.delete(makeRid(2));
    const back = clock.now();
    await clock.advance(60_000);
    assert.equal(lights.recovered.length, 1);
    assert.ok((lights.recovered[0] ?? Infinity) - back < 6_500);
    assert.equal(others.recovered.length, 1);
    assert.deepEqual(
      lights.changes.map(({ kind, cause }) => [kind, cause]),
      [
        ['changed', 'gap'],
        ['deleted', 'gap'],
      ],
    );
  });

  it('notifies a watcher that comes while the bridge is away', async () => {
    watchLights();
    bridge.failure = createUnreachableError();
    await clock.advance(5_000);
    const lateWatcher = watchLights();
    assert.deepEqual(lateWatcher.errors, []);
    await flushPromises();
    assert.deepEqual(lateWatcher.errors, ['ERR_BRIDGE_UNREACHABLE']);
  });

  it('waits as long as a busy bridge asks', async () => {
    watchLights();
    await clock.advance(10_000);
    bridge.failure = createStatusError(429, 'ERR_BRIDGE_TOO_MANY_REQUESTS', {
      retryAfter: 120_000,
    });
    await clock.advance(5_000);
    const before = bridge.reads.length;
    await clock.advance(110_000);
    assert.equal(bridge.reads.length, before);
  });

  it('does not go on asking with a key that the bridge refuses', async () => {
    const { errors } = watchLights();
    bridge.failure = createStatusError(403, 'ERR_BRIDGE_FORBIDDEN');
    await clock.advance(120_000);
    assert.equal(bridge.reads.length, 1);
    assert.deepEqual(errors, ['ERR_BRIDGE_FORBIDDEN']);
  });

  it('keeps reading the other types when the bridge lacks one', async () => {
    const rooms = watchLights({ rtype: 'room' });
    const lights = watchLights({ rtype: 'light' });
    bridge.failuresByType.set('room', createStatusError(404, 'ERR_BRIDGE_NOT_FOUND'));
    await clock.advance(600_000);
    assert.deepEqual(rooms.errors, ['ERR_BRIDGE_NOT_FOUND']);
    assert.deepEqual(lights.errors, []);
    assert.ok(bridge.countReads('light') > 100);
    assert.ok(
      bridge.countReads('room') < 12,
      `${bridge.countReads('room')} requests for a type that is missing`,
    );
    bridge.failuresByType.clear();
    await clock.advance(400_000);
    assert.equal(rooms.recovered.length, 1);
  });

  it('spreads the polls of different types over the interval', async () => {
    for (const rtype of ['light', 'room', 'motion', 'temperature', 'scene'] as const) {
      state.watch({ rtype, interval: 10_000 });
    }
    await clock.advance(60_000);
    const reads: number[] = [];
    const read = bridge.fetchCollection.bind(bridge);
    bridge.fetchCollection = async (rtype) => {
      reads.push(clock.now());
      return read(rtype);
    };
    await clock.advance(10_000);
    assert.equal(reads.length, 5);
    const [first = 0, ...later] = reads;
    const gaps = [...later, first + 10_000].map((time, index) => time - (reads[index] ?? 0));
    assert.ok(Math.max(...gaps) < 8_000, `all within ${10_000 - Math.max(...gaps)} ms`);
  });

  it('lets no watcher disturb another', async () => {
    state.watch({
      rtype: 'light',
      interval: 5_000,
      onPoll: () => {
        throw new Error('the watcher fell over');
      },
    });
    const { polls } = watchLights();
    await clock.advance(6_000);
    assert.ok(polls.length > 0);
    assert.ok(warnings.some((warning) => warning.includes('the watcher fell over')));
    warnings.length = 0;
  });

  it('notifies no stopped watcher, and asks no more without watchers', async () => {
    const polls: number[] = [];
    const watch = state.watch({ rtype: 'light', interval: 1_000, onPoll: () => polls.push(1) });
    await clock.advance(3_000);
    watch.stop();
    const before = [polls.length, bridge.reads.length];
    await clock.advance(60_000);
    assert.deepEqual([polls.length, bridge.reads.length], before);
  });

  it('knows the changes that its own writes explain', async () => {
    const { changes } = watchLights();
    await clock.advance(6_000);
    state.recordRequest(createWrite(makeRid(1)));
    bridge.setResource(createLamp(1, 70));
    bridge.setResource(createLamp(2, 70));
    await clock.advance(6_000);
    assert.deepEqual(
      changes.map(({ resource, own }) => [resource.id, own]),
      [
        [makeRid(1), true],
        [makeRid(2), false],
      ],
    );
    await clock.advance(20_000);
    bridge.setResource(createLamp(1, 80));
    await clock.advance(6_000);
    assert.equal(changes.at(-1)?.own, false);
  });

  it('notices that the bridge is back as soon as it answers anybody', async () => {
    const { recovered } = watchLights();
    bridge.failure = createUnreachableError();
    await clock.advance(700_000);
    bridge.failure = undefined;
    const probes = bridge.probedAt.length;
    health.recordContact();
    await clock.advance(1);
    assert.equal(recovered.length, 1);
    assert.equal(bridge.probedAt.length, probes);
  });

  it('notices that the key is accepted as soon as anything is answered with it', async () => {
    const { recovered } = watchLights();
    bridge.failure = createStatusError(403, 'ERR_BRIDGE_FORBIDDEN');
    await clock.advance(10_000);
    bridge.failure = undefined;
    state.recordResponse(403);
    await flushPromises();
    assert.equal(recovered.length, 0);
    state.recordResponse(200);
    await flushPromises();
    assert.equal(recovered.length, 1);
  });

  it('turns an answer that cannot be taken in into an error', async () => {
    const { errors } = watchLights();
    bridge.failuresByType.set('light', new BridgeError('ERR_BRIDGE_MALFORMED_ANSWER', 'not JSON'));
    await clock.advance(5_000);
    assert.deepEqual(errors, ['ERR_BRIDGE_MALFORMED_ANSWER']);
  });
});

describe('A watch of no resource', () => {
  it('tells so, and asks nothing of the bridge', async () => {
    const clock = new FakeClock();
    const bridge = new FakeBridge([createLamp(1, 10)]);
    const health = createFakeHealth(bridge, clock);
    const state = openPolledState(bridge, clock, { health });
    const polls: unknown[] = [];
    const watch = state.watch({ rtype: 'light', rids: [], onPoll: (lights) => polls.push(lights) });
    const stopObserving = state.observe({ rids: [], onChange: () => assert.fail() });
    await clock.advance(600_000);
    await watch.pollNow();
    assert.deepEqual([polls, bridge.reads], [[[], []], []]);
    watch.stop();
    await watch.pollNow();
    assert.equal(polls.length, 2);
    stopObserving();
    state.close();
    health.close();
    assert.equal(clock.pendingTimers, 0);
  });
});

describe('The watchers of a type', () => {
  it('are given polls only while they want them', async () => {
    const polls: number[] = [];
    let now = 0;
    const deliveries = new SlicedQueue({ now: () => now }, (error) => assert.fail(String(error)));
    const watches = new WatchesOfResourceType(deliveries);
    let wantsPolls = true;
    const options = {
      rtype: 'light' as const,
      get wantsPolls() {
        return wantsPolls;
      },
      onPoll: () => void polls.push(now),
    };
    watches.add(options, 5_000);
    for (now = 0; now <= 30_000; now += 5_000) {
      wantsPolls = now === 0 || now > 20_000;
      assert.equal(watches.shortestPollInterval, wantsPolls ? 5_000 : Infinity);
      watches.notifyPoll([], () => undefined, now);
      await setImmediate();
    }
    assert.deepEqual(polls, [0, 25_000, 30_000]);
    assert.equal(watches.shortestInterval, 5_000);
  });
});

const {
  minPollInterval,
  minOnDemandPollInterval,
  defaultPollInterval,
  maxReportDelay,
  pollStagger,
  maxFailingPollInterval,
  maxRememberedWrites,
  ownWriteWindow,
} = defaultLimits;

describe('The bounds of watching', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;
  let state: LiveState;
  let reads: { what: string; at: number }[];

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ clock, home: bridge, state } = harness);
    bridge.streamStatus = 404;
    reads = [];
    const read = bridge.fetchCollection.bind(bridge);
    bridge.fetchCollection = (rtype) => {
      reads.push({ what: rtype, at: clock.now() });
      return read(rtype);
    };
  });
  afterEach(() => harness.close());

  const findReadTimes = (what: string): number[] =>
    reads.filter((read) => read.what === what).map(({ at }) => at);

  it('minPollInterval: nobody has a type polled more often', async () => {
    state.watch({ rtype: 'light', interval: 1 });
    await clock.advance(minPollInterval / 2);
    state.watch({ rtype: 'light', interval: 10 });
    await clock.advance(60_000);
    const times = findReadTimes('light');
    assert.ok(times.length > 50);
    assert.ok(Math.min(...intervalsBetween(times)) > minPollInterval - 0.001);
  });

  it('defaultPollInterval: a watch that asks for no interval polls at this one', async () => {
    state.watch({ rtype: 'light' });
    await clock.advance(60_000);
    // The first wait is spread, so that not all clients poll at once.
    const intervals = intervalsBetween(findReadTimes('light')).slice(1).map(Math.round);
    assert.ok(intervals.length > 5);
    assert.deepEqual(new Set(intervals), new Set([defaultPollInterval]));
  });

  it('minOnDemandPollInterval: polls that flows ask for follow one another no faster', async () => {
    const watch = state.watch({ rtype: 'light', interval: 3_600_000 });
    await clock.advance(10_000);
    reads.length = 0;
    for (let time = 0; time < 100; time += 1) {
      void watch.pollNow();
      await clock.advance(20);
    }
    await clock.advance(minOnDemandPollInterval);
    const pauses = intervalsBetween(findReadTimes('light'));
    assert.ok(pauses.length >= 8, `${pauses.length} polls in two seconds`);
    assert.ok(Math.min(...pauses) >= minOnDemandPollInterval);
  });

  it('maxReportDelay: an answer that took longer does not say when something happened', async () => {
    const changes = harness.watch();
    await clock.advance(6_000);
    for (const [brightness, wait] of [
      [41, maxReportDelay - 1],
      [42, maxReportDelay + 1],
    ] as const) {
      const deferredResponse = createDeferred();
      bridge.holdResponses = deferredResponse.promise;
      bridge.setResource(createLamp(1, brightness));
      const before = findReadTimes('light').length;
      while (findReadTimes('light').length === before) await clock.advance(1);
      await clock.advance(wait);
      deferredResponse.resolve();
      await clock.advance(1);
    }
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['poll', 'gap'],
    );
  });

  it('pollStagger: the first polls of several types come one after the other', async () => {
    const rtypes = ['light', 'room', 'motion', 'temperature', 'scene'] as const;
    for (const rtype of rtypes) state.watch({ rtype, interval: 3_600_000 });
    await clock.advance(1_000);
    assert.deepEqual(
      reads.map(({ what }) => what),
      rtypes,
    );
    assert.deepEqual(
      intervalsBetween(reads.map(({ at }) => at)),
      rtypes.slice(1).map(() => pollStagger),
    );
  });

  it('maxFailingPollInterval: a type that may not be read is asked for less and less, but goes on being asked for', async () => {
    state.watch({ rtype: 'light', interval: 5_000 });
    bridge.failuresByType.set('light', createStatusError(405, 'ERR_BRIDGE_METHOD_NOT_ALLOWED'));
    await clock.advance(6 * maxFailingPollInterval);
    const pauses = intervalsBetween(findReadTimes('light'));
    // The first wait is spread, so that not all clients poll at once.
    assert.deepEqual(pauses.slice(1, 4).map(Math.round), [20_000, 40_000, 80_000]);
    assert.equal(Math.max(...pauses), maxFailingPollInterval);
    assert.equal(pauses.at(-1), maxFailingPollInterval);
  });

  it('ownWriteWindow and maxRememberedWrites: a write explains changes for a while, the oldest is forgotten first', async () => {
    const writes = new OwnWriteTracker(createStore(), clock, defaultLimits);
    const explains = (number: number): boolean =>
      writes.findOwnWrite({ resource: createLamp(number, 1) }, clock.now()) !== undefined;
    for (let number = 0; number <= maxRememberedWrites; number += 1) writes.record(makeRid(number));
    assert.equal(explains(0), false);
    assert.equal(explains(1), true);
    await clock.advance(ownWriteWindow);
    assert.equal(explains(1), true);
    await clock.advance(1);
    assert.equal(explains(1), false);
  });
});
