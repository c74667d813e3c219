import { BridgeError } from '../../../src/bridge';
import assert from 'node:assert/strict';
import type { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import { defaultLimits } from '../../../src/bridge/limits';
import { createDeferred } from '../../support/deferred';
import { flushPromises } from '../support/fake-clock';
import type { FakeClock } from '../support/fake-clock';
import {
  createLamp,
  makeRid,
  createStatusError,
  createUnreachableError,
} from '../support/fake-bridge';
import type { FakeBridge } from '../support/fake-bridge';
import {
  EventStreamHarness,
  brightnessValues,
  createDimmingUpdate,
  createEventMessage,
} from '../support/event-stream-harness';

describe('The event stream', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;
  let state: StateSynchronizer;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ clock, home: bridge, state } = harness);
  });
  afterEach(() => harness.close());

  it('reports a change at once, merged into what was known', async () => {
    const changes = harness.watch();
    await harness.connect();
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 55)));
    await flushPromises();
    const [change] = changes;
    assert.deepEqual(change, {
      kind: 'changed',
      resource: createLamp(1, 55),
      previous: createLamp(1, 10),
      changed: ['dimming.brightness'],
      cause: 'stream',
      own: false,
      reports: [],
    });
    assert.deepEqual(state.stateCache.get(makeRid(1)), createLamp(1, 55));
  });

  it('keeps the order of updates, also of one resource twice in one message', async () => {
    const changes = harness.watch();
    await harness.connect();
    bridge.latestStream.sendEvents(
      createEventMessage('update', createDimmingUpdate(1, 30), createDimmingUpdate(1, 40)),
      createEventMessage('update', createDimmingUpdate(1, 50)),
    );
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 60)));
    await flushPromises();
    assert.deepEqual(
      brightnessValues(changes),
      [30, 40, 50, 60].map((brightness) => ({ brightness })),
    );
  });

  it('adds and deletes', async () => {
    const changes = harness.watch();
    await harness.connect();
    bridge.latestStream.sendEvents(createEventMessage('add', createLamp(3, 33)));
    bridge.latestStream.sendEvents(createEventMessage('delete', { id: makeRid(2), type: 'light' }));
    await flushPromises();
    assert.deepEqual(
      changes.map(({ kind, resource }) => [kind, resource.id]),
      [
        ['added', makeRid(3)],
        ['deleted', makeRid(2)],
      ],
    );
    assert.deepEqual(
      state.stateCache.byType('light').map(({ id }) => id),
      [makeRid(1), makeRid(3)],
    );
  });

  it('drops messages that come twice', async () => {
    const changes = harness.watch();
    await harness.connect();
    const first = createEventMessage('update', createDimmingUpdate(1, 30));
    const second = createEventMessage('update', createDimmingUpdate(1, 40));
    bridge.latestStream.sendEvents(first, second);
    bridge.latestStream.sendEvents(first);
    bridge.latestStream.sendEvents(second, first);
    await flushPromises();
    assert.deepEqual(brightnessValues(changes), [{ brightness: 30 }, { brightness: 40 }]);
  });

  it('is connected only once it has greeted, lived a while, and the state was read behind it', async () => {
    harness.watch();
    await clock.advance(1_000);
    assert.equal(bridge.streams.length, 1);
    assert.equal(state.mode, 'polling');
    bridge.latestStream.sendGreeting();
    await clock.advance(400);
    assert.equal(state.mode, 'polling');
    assert.equal(bridge.countReads('tree'), 0);
    await clock.advance(200);
    assert.equal(bridge.countReads('tree'), 1);
    assert.equal(state.mode, 'stream');
    assert.deepEqual(harness.modes, ['stream']);
  });

  it('lets nothing fall between the stream and the first state', async () => {
    const changes = harness.watch();
    await clock.advance(1_000);
    bridge.latestStream.sendGreeting();
    bridge.setResource(createLamp(2, 77));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 30)));
    await clock.advance(300);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 40)));
    bridge.setResource(createLamp(1, 40));
    await clock.advance(600);
    assert.deepEqual(state.stateCache.get(makeRid(1)), createLamp(1, 40));
    assert.deepEqual(state.stateCache.get(makeRid(2)), createLamp(2, 77));
    assert.deepEqual(
      changes.map(({ resource }) => resource),
      [createLamp(1, 40), createLamp(2, 77)],
    );
  });

  it('reports what came while the first state was read after it, and nothing older', async () => {
    const changes = harness.watch();
    await clock.advance(1_000);
    bridge.latestStream.sendGreeting();
    bridge.setResource(createLamp(1, 30));
    bridge.latestStream.sendEvents(
      createEventMessage('update', createDimmingUpdate(1, 30)),
      createEventMessage('update', createDimmingUpdate(2, 31)),
    );
    bridge.setResource(createLamp(2, 31));
    await clock.advance(100);
    bridge.setResource(createLamp(1, 40));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 40)));
    const treeResponse = createDeferred();
    bridge.holdTreeResponses = treeResponse.promise;
    await clock.advance(1_000);
    bridge.setResource(createLamp(1, 50));
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 50)));
    treeResponse.resolve();
    await clock.advance(100);
    assert.deepEqual(
      changes.map(({ resource }) => resource),
      [createLamp(1, 40), createLamp(2, 31), createLamp(1, 50)],
    );
  });

  it('turns polling into a check while it lives, and back when it ends', async () => {
    harness.watch();
    await harness.connect();
    await clock.advance(30_000);
    const before = bridge.countReads('light');
    await clock.advance(600_000);
    assert.ok(
      bridge.countReads('light') - before <= 21,
      `${bridge.countReads('light') - before} checks`,
    );
    bridge.streamFailure = createUnreachableError();
    bridge.latestStream.end();
    await flushPromises();
    assert.equal(state.mode, 'polling');
    const ended = bridge.countReads('light');
    await clock.advance(60_000);
    assert.ok(bridge.countReads('light') - ended >= 12);
  });

  it('keeps giving the state at the interval that was asked for', async () => {
    const times: number[] = [];
    state.watch({ rtype: 'light', interval: 5_000, onPoll: () => times.push(clock.now()) });
    await harness.connect();
    times.length = 0;
    await clock.advance(60_000);
    assert.ok(times.length >= 11 && times.length <= 13, `${times.length} times`);
    assert.ok(bridge.countReads('light') < 6);
  });

  it('wakes the process seldom where nothing happens and no poll is wanted', async () => {
    state.watch({
      rtype: 'light',
      interval: 5_000,
      wantsPolls: false,
      onPoll: () => assert.fail(),
    });
    await harness.connect();
    const timersFired = clock.firedTimers;
    await clock.advance(600_000);
    const perMinute = (clock.firedTimers - timersFired) / 10;
    assert.ok(perMinute <= 8, `${perMinute} times a minute`);
  });

  it('finds after a gap what changed, appeared and vanished', async () => {
    const changes = harness.watch();
    await harness.connect();
    bridge.latestStream.end();
    bridge.streamFailure = createUnreachableError();
    bridge.failure = createUnreachableError();
    bridge.setResource(createLamp(1, 99));
    bridge.setResource(createLamp(3, 30));
    bridge.resources.delete(makeRid(2));
    bridge.greetsAutomatically = true;
    await clock.advance(300_000);
    assert.equal(changes.length, 0);
    bridge.failure = undefined;
    bridge.streamFailure = undefined;
    await clock.advance(60_000);
    assert.deepEqual(
      changes.map(({ kind, resource, cause }) => [kind, resource.id, cause]),
      [
        ['changed', makeRid(1), 'gap'],
        ['added', makeRid(3), 'gap'],
        ['deleted', makeRid(2), 'gap'],
      ],
    );
    assert.equal(state.mode, 'stream');
    assert.deepEqual([...state.stateCache.all()].length, bridge.resources.size);
  });

  it('leaves a bridge without a stream to polling, and asks again only after long', async () => {
    bridge.streamStatus = 404;
    const changes = harness.watch();
    await clock.advance(1_800_000);
    assert.equal(bridge.streams.length, 1);
    assert.equal(state.mode, 'polling');
    bridge.setResource(createLamp(1, 40));
    await clock.advance(5_500);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 40 }]);
    assert.deepEqual(harness.warnings, []);
  });

  it('has the bridge asked whether it is there when it ends, and not when nobody watches any more', async () => {
    const watch = state.watch({ rtype: 'light', interval: 5_000 });
    await harness.connect();
    const before = bridge.probedAt.length;
    bridge.latestStream.end();
    await flushPromises();
    assert.equal(bridge.probedAt.length, before + 1);
    bridge.greetsAutomatically = true;
    await clock.advance(60_000);
    assert.equal(state.mode, 'stream');
    const asked = bridge.probedAt.length;
    watch.stop();
    await clock.advance(60_000);
    assert.equal(bridge.latestStream.isOpen, false);
    assert.equal(bridge.probedAt.length, asked);
  });

  it('is not asked for again after an outage of a bridge that has none', async () => {
    bridge.streamStatus = 404;
    harness.watch();
    await clock.advance(10_000);
    bridge.failure = createUnreachableError();
    await clock.advance(30_000);
    assert.equal(harness.health.status, 'down');
    bridge.failure = undefined;
    await clock.advance(30_000);
    assert.equal(harness.health.status, 'up');
    assert.equal(harness.streamRequestedAt.length, 1);
  });

  for (const status of [401, 403]) {
    it(`says that the key is refused with ${status} where it is good for requests, and does not go on asking`, async () => {
      bridge.streamStatus = status;
      harness.watch();
      await clock.advance(1_000);
      assert.deepEqual(harness.warnings, [], 'the key may be refused altogether');
      harness.state.recordResponse(status);
      harness.state.recordResponse(200);
      harness.state.recordResponse(200);
      await clock.advance(200_000);
      assert.equal(bridge.streams.length, 1);
      assert.equal(harness.warnings.length, 1);
      assert.match(harness.warnings[0] ?? '', /does not open its event stream for this key/);
    });
  }

  it('warns once, and in whole sentences, when the first state cannot be read for its own reason', async () => {
    bridge.greetsAutomatically = true;
    bridge.treeFailure = new BridgeError('ERR_BRIDGE_UNAUTHORIZED', 'Check the settings.');
    harness.watch();
    await clock.advance(5_000);
    assert.deepEqual(harness.warnings, [], 'the state of the connection reports it');
    bridge.treeFailure = new BridgeError('ERR_BRIDGE_MALFORMED_ANSWER', 'Check the settings.');
    await clock.advance(60_000);
    assert.deepEqual(
      [...new Set(harness.warnings)],
      ['The event stream was given up: Check the settings.'],
    );
  });

  for (const [what, applyFault] of [
    ['429', () => (bridge.streamStatus = 429)],
    ['HTML', () => (bridge.streamType = 'text/html')],
    ['503', () => (bridge.streamStatus = 503)],
  ] as const) {
    it(`is never connected to a bridge that answers ${what}, and does not storm it`, async () => {
      applyFault();
      harness.watch();
      await clock.advance(600_000);
      assert.deepEqual(harness.modes, []);
      assert.ok(bridge.streams.length < 35, `${bridge.streams.length} attempts in ten minutes`);
    });
  }

  it('takes more and more time when the bridge drops every stream at once', async () => {
    harness.watch();
    for (let tenth = 0; tenth < 6_000; tenth += 1) {
      const { length } = bridge.streams;
      await clock.advance(100);
      if (bridge.streams.length > length) {
        bridge.latestStream.sendGreeting();
        await clock.advance(90);
        bridge.latestStream.end();
      }
    }
    assert.deepEqual(harness.modes, []);
    assert.equal(bridge.countReads('tree'), 0);
    assert.ok(bridge.streams.length < 40, `${bridge.streams.length} attempts in ten minutes`);
  });

  it('comes back quickly when a stream ends that has lived long', async () => {
    harness.watch();
    for (let time = 0; time < 20; time += 1) {
      await harness.connect();
      await clock.advance(60_000);
      bridge.latestStream.end();
      await clock.advance(1_500);
    }
    assert.equal(bridge.streams.length, 21);
  });

  it('ends the stream when the bridge turns out to be gone', async () => {
    harness.watch();
    await harness.connect();
    bridge.failure = createUnreachableError();
    await clock.advance(defaultLimits.streamCheckInterval + 5_000);
    assert.equal(state.mode, 'polling');
    assert.equal(bridge.streams[0]?.isOpen, false);
    bridge.failure = undefined;
    await clock.advance(60_000);
    bridge.latestStream.sendGreeting();
    await clock.advance(1_000);
    assert.equal(state.mode, 'stream');
  });

  it('lives on while the bridge is only busy', async () => {
    const changes = await harness.connectAndWatch('light');
    await clock.advance(31_000);
    bridge.failure = createStatusError(429, 'ERR_BRIDGE_TOO_MANY_REQUESTS');
    await clock.advance(120_000);
    assert.equal(state.mode, 'stream');
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 64)));
    await flushPromises();
    assert.deepEqual(brightnessValues(changes), [{ brightness: 64 }]);
  });

  it('knows that joining it read everything', async () => {
    await harness.connectAndWatch('light');
    assert.ok(state.stateCache.refreshedAt instanceof Date);
  });

  it('is opened for watchers that take the place of others while the bridge refuses to be read', async () => {
    bridge.failure = createStatusError(503, 'ERR_BRIDGE_BUSY');
    const one = state.watch({ rtype: 'light', interval: 5_000 });
    await clock.advance(500);
    one.stop();
    bridge.failure = undefined;
    const two = state.watch({ rtype: 'light', interval: 5_000 });
    await harness.connect();
    two.stop();
  });

  it('is opened for the first watcher and closed after the last, but not for a moment in between', async () => {
    const one = state.watch({ rtype: 'light', interval: 5_000 });
    await harness.connect();
    one.stop();
    await clock.advance(500);
    const two = state.watch({ rtype: 'room', interval: 5_000 });
    await clock.advance(5_000);
    assert.equal(bridge.streams.length, 1);
    assert.equal(bridge.latestStream.isOpen, true);
    two.stop();
    await clock.advance(5_000);
    assert.equal(bridge.latestStream.isOpen, false);
    assert.equal(state.mode, 'polling');
  });
});
