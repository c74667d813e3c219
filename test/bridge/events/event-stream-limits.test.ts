import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge/limits';
import { sleep } from '../../../src/bridge/clock';
import type { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import { createDeferred } from '../../support/deferred';
import type { FakeClock } from '../support/fake-clock';
import { createLamp, intervalsBetween } from '../support/fake-bridge';
import type { FakeBridge } from '../support/fake-bridge';
import {
  EventStreamHarness,
  brightnessValues,
  createDimmingUpdate,
  createEventMessage,
} from '../support/event-stream-harness';

const {
  initialReconnectDelay,
  maxEventSize,
  streamCheckInterval,
  streamConnectedAfter,
  streamStableAfter,
  streamUnsupportedRetryInterval,
  streamLingerTime,
  maxBufferedEvents,
} = defaultLimits;

describe('The bounds of the event stream', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;
  let state: StateSynchronizer;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ clock, home: bridge, state } = harness);
    // The middle of the random range, so that waits have their nominal length.
    clock.random = () => 0.5;
  });
  afterEach(() => harness.close());

  it('streamConnectedAfter: a stream counts as connected once it has lived so long', async () => {
    harness.watch();
    await clock.advance(1_000);
    bridge.latestStream.sendGreeting();
    await clock.advance(streamConnectedAfter - 1);
    assert.equal(state.mode, 'polling');
    await clock.advance(1);
    assert.equal(state.mode, 'stream');
  });

  /**
   * Ends each stream so long after it was asked for, and makes sure that so much time passes before the next is.
   */
  const assertWaits = async (
    steps: readonly (readonly [endedAfter: number, wait: number])[],
  ): Promise<void> => {
    bridge.greetsAutomatically = true;
    harness.watch();
    await clock.advance(100);
    const endedAt: number[] = [];
    for (const [endedAfter, wait] of steps) {
      await clock.advance((harness.streamRequestedAt.at(-1) ?? 0) + endedAfter - clock.now());
      bridge.latestStream.end();
      endedAt.push(clock.now());
      await clock.advance(wait);
    }
    assert.deepEqual(
      harness.streamRequestedAt.slice(1).map((at, index) => at - (endedAt[index] ?? 0)),
      steps.map(([, wait]) => wait),
    );
  };

  it('streamStableAfter: the waits start small again only after a stream that lived so long', () =>
    assertWaits([
      [streamConnectedAfter, initialReconnectDelay],
      [streamConnectedAfter, initialReconnectDelay * 2],
      [streamStableAfter - 1, initialReconnectDelay * 4],
      [streamStableAfter, initialReconnectDelay],
    ]));

  it('streamStableAfter: a stream lives from its head on, however long the bridge took to send that', () => {
    bridge.beforeStream = (signal) => sleep(clock, streamStableAfter, signal);
    return assertWaits([
      [streamStableAfter, initialReconnectDelay],
      [streamStableAfter + streamConnectedAfter, initialReconnectDelay * 2],
      [2 * streamStableAfter - 1, initialReconnectDelay * 4],
      [2 * streamStableAfter, initialReconnectDelay],
    ]);
  });

  it('streamCheckInterval: a stream that never greets is given up after it', async () => {
    harness.watch();
    await clock.advance(streamCheckInterval - 1);
    assert.equal(bridge.latestStream.isOpen, true);
    await clock.advance(1);
    assert.equal(bridge.latestStream.isOpen, false);
  });

  it('streamCheckInterval: what the stream reports is checked as often, and what it missed is noticed', async () => {
    const polls: number[] = [];
    const read = bridge.fetchCollection.bind(bridge);
    bridge.fetchCollection = (rtype) => {
      polls.push(clock.now());
      return read(rtype);
    };
    const changes = await harness.connectAndWatch('light');
    polls.length = 0;
    await clock.advance(10 * streamCheckInterval);
    assert.deepEqual(
      intervalsBetween(polls),
      polls.slice(1).map(() => streamCheckInterval),
    );
    assert.ok(polls.length >= 9);
    bridge.setResource(createLamp(1, 42));
    await clock.advance((polls.at(-1) ?? 0) + streamCheckInterval - clock.now());
    assert.deepEqual(brightnessValues(changes), [{ brightness: 42 }]);
    await clock.advance(streamCheckInterval / 10 - 1);
    assert.equal(bridge.streams[0]?.isOpen, true);
    await clock.advance(1);
    assert.equal(bridge.streams[0]?.isOpen, false);
  });

  it('maxEventSize: an event up to it is taken, the stream of a larger one is given up', async () => {
    const changes = await harness.connectAndWatch('light');
    const createEventText = (brightness: number, more: string): string =>
      JSON.stringify([
        {
          id: `event ${brightness}`,
          type: 'update',
          data: [{ ...createDimmingUpdate(1, brightness), more }],
        },
      ]);
    const empty = createEventText(10, '').length;
    const send = async (brightness: number, size: number): Promise<void> => {
      const text = `data: ${createEventText(brightness, 'x'.repeat(size - empty))}\n\n`;
      for (let from = 0; from < text.length; from += 65_536) {
        bridge.latestStream.send(text.slice(from, from + 65_536));
      }
      await clock.advance(100);
    };
    await send(41, maxEventSize);
    assert.deepEqual(brightnessValues(changes), [{ brightness: 41 }]);
    assert.equal(bridge.streams[0]?.isOpen, true);
    await send(42, maxEventSize + 1);
    assert.equal(bridge.streams[0]?.isOpen, false);
    assert.ok(!JSON.stringify(brightnessValues(changes)).includes('42'));
  });

  it('streamUnsupportedRetryInterval: a bridge without an event stream is asked for one again after long', async () => {
    bridge.streamStatus = 404;
    harness.watch();
    await clock.advance(2 * streamUnsupportedRetryInterval);
    assert.deepEqual(intervalsBetween(harness.streamRequestedAt), [
      streamUnsupportedRetryInterval,
      streamUnsupportedRetryInterval,
    ]);
  });

  it('streamLingerTime: the event stream outlives its last watcher for a moment, and no longer', async () => {
    const watch = state.watch({ rtype: 'light', interval: 5_000 });
    await harness.connect();
    watch.stop();
    await clock.advance(streamLingerTime - 1);
    assert.equal(bridge.latestStream.isOpen, true);
    await clock.advance(1);
    assert.equal(bridge.latestStream.isOpen, false);
  });

  it('streamLingerTime: the event stream stays while anything else is watched', async () => {
    const [lights, rooms] = (['light', 'room'] as const).map((rtype) =>
      state.watch({ rtype, interval: 5_000 }),
    );
    await harness.connect();
    lights?.stop();
    await clock.advance(2 * streamLingerTime);
    assert.equal(bridge.latestStream.isOpen, true);
    rooms?.stop();
    await clock.advance(streamLingerTime - 1);
    assert.equal(bridge.latestStream.isOpen, true);
    await clock.advance(1);
    assert.equal(bridge.latestStream.isOpen, false);
    assert.equal(bridge.streams.length, 1);
  });

  it('maxBufferedEvents: no more wait for the first state; the stream is begun again', async () => {
    const changes = harness.watch();
    const initialRead = createDeferred();
    await clock.advance(1_000);
    bridge.holdResponses = initialRead.promise;
    bridge.latestStream.sendGreeting();
    await clock.advance(1_000);
    const event = createEventMessage('update', createDimmingUpdate(1, 77));
    bridge.latestStream.sendEvents(...Array.from({ length: maxBufferedEvents }, () => event));
    await clock.advance(100);
    assert.equal(bridge.latestStream.isOpen, true);
    bridge.latestStream.sendEvents(createEventMessage('update', createDimmingUpdate(1, 78)));
    await clock.advance(100);
    assert.equal(bridge.streams[0]?.isOpen, false);
    assert.ok(harness.warnings.some((warning) => warning.includes('more events than can wait')));
    initialRead.resolve();
    await clock.advance(1_000);
    assert.deepEqual(brightnessValues(changes), []);
  });
});
