import assert from 'node:assert/strict';
import { throttleWarnings } from '../../../src/bridge/connection';
import { defaultLimits } from '../../../src/bridge/limits';
import { FakeClock } from '../support/fake-clock';
import { intervalsBetween, createStatusError } from '../support/fake-bridge';
import type { FakeBridge } from '../support/fake-bridge';
import { EventStreamHarness } from '../support/event-stream-harness';

const {
  initialReconnectDelay,
  maxReconnectDelay,
  lateProbeInterval,
  unauthorizedRetryInterval,
  maxRetryAfter,
  warningRepeatInterval,
} = defaultLimits;

const hour = 3_600_000;

describe('The bounds of an outage', () => {
  let harness: EventStreamHarness;
  let bridge: FakeBridge;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ home: bridge } = harness);
    // The middle of the random range, so that waits have their nominal length.
    harness.clock.random = () => 0.5;
  });
  afterEach(() => harness.close());

  const measurePollIntervals = async (): Promise<number[]> => {
    const times: number[] = [];
    const read = bridge.fetchCollection.bind(bridge);
    bridge.fetchCollection = (rtype) => {
      times.push(harness.clock.now());
      return read(rtype);
    };
    harness.watch();
    await harness.clock.advance(hour);
    return intervalsBetween(times);
  };
  const measureStreamIntervals = async (): Promise<number[]> => {
    harness.watch();
    await harness.clock.advance(hour);
    return intervalsBetween(harness.streamRequestedAt);
  };
  const expectedBackoff = (pauses: readonly number[]): number[] =>
    pauses.map((_, step) => Math.min(initialReconnectDelay * 2 ** step, maxReconnectDelay));
  const repeatValue = (pauses: readonly number[], wait: number): number[] => pauses.map(() => wait);

  it('initialReconnectDelay and maxReconnectDelay: attempts to read a bridge that is busy double from the one to the other', async () => {
    bridge.failure = createStatusError(503, 'ERR_BRIDGE_BUSY');
    const pauses = await measurePollIntervals();
    assert.ok(pauses.length > 100);
    assert.deepEqual(
      pauses,
      expectedBackoff(pauses).map((pause) => Math.min(pause, lateProbeInterval)),
    );
  });

  it('initialReconnectDelay and maxReconnectDelay: attempts to get an event stream double from the one to the other', async () => {
    bridge.streamType = 'text/html';
    const pauses = await measureStreamIntervals();
    assert.ok(pauses.length > 100);
    assert.deepEqual(pauses, expectedBackoff(pauses));
  });

  it('unauthorizedRetryInterval: a bridge that refuses the key is asked as seldom', async () => {
    bridge.failure = createStatusError(403, 'ERR_BRIDGE_FORBIDDEN');
    const pauses = await measurePollIntervals();
    assert.equal(pauses.length, hour / unauthorizedRetryInterval);
    assert.deepEqual(pauses, repeatValue(pauses, unauthorizedRetryInterval));
  });

  it('unauthorizedRetryInterval: a bridge that refuses its event stream to the key is asked as seldom', async () => {
    bridge.streamStatus = 403;
    const pauses = await measureStreamIntervals();
    assert.equal(pauses.length, hour / unauthorizedRetryInterval);
    assert.deepEqual(pauses, repeatValue(pauses, unauthorizedRetryInterval));
  });

  it('maxRetryAfter: polls and event stream wait no longer for a bridge that asks for patience', async () => {
    bridge.failure = createStatusError(503, 'ERR_BRIDGE_BUSY', { retryAfter: 2 * maxRetryAfter });
    const pauses = await measurePollIntervals();
    assert.equal(pauses.length, hour / maxRetryAfter);
    assert.deepEqual(pauses, repeatValue(pauses, maxRetryAfter));
  });

  it('maxRetryAfter: the event stream is asked for no later', async () => {
    bridge.streamStatus = 503;
    bridge.streamRetryAfter = 2 * maxRetryAfter;
    const pauses = await measureStreamIntervals();
    assert.equal(pauses.length, hour / maxRetryAfter);
    assert.deepEqual(pauses, repeatValue(pauses, maxRetryAfter));
  });
});

describe('Warnings', () => {
  it('warningRepeatInterval: the same is reported again only after so long, another at once', async () => {
    const clock = new FakeClock();
    const warnings: string[] = [];
    const warn = throttleWarnings((warning) => warnings.push(warning), defaultLimits, clock);
    warn('one');
    await clock.advance(warningRepeatInterval - 1);
    warn('one');
    warn('other');
    assert.deepEqual(warnings, ['one', 'other']);
    await clock.advance(1);
    warn('one');
    assert.deepEqual(warnings, ['one', 'other', 'one']);
  });
});
