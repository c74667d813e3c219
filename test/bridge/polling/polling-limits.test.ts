import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge/limits';
import { OwnWriteTracker } from '../../../src/bridge/own-writes';
import { ResourceStore } from '../../../src/bridge/state';
import type { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import { createDeferred } from '../../support/deferred';
import type { FakeClock } from '../support/fake-clock';
import { createLamp, intervalsBetween, makeRid, createStatusError } from '../support/fake-bridge';
import type { FakeBridge } from '../support/fake-bridge';
import { EventStreamHarness } from '../support/event-stream-harness';

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
  let state: StateSynchronizer;
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
    const writes = new OwnWriteTracker(new ResourceStore(), clock, defaultLimits);
    const explains = (number: number): boolean =>
      writes.isOwnChange({ resource: createLamp(number, 1) }, clock.now());
    for (let number = 0; number <= maxRememberedWrites; number += 1) writes.record(makeRid(number));
    assert.equal(explains(0), false);
    assert.equal(explains(1), true);
    await clock.advance(ownWriteWindow);
    assert.equal(explains(1), true);
    await clock.advance(1);
    assert.equal(explains(1), false);
  });
});
