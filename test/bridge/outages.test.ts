import assert from 'node:assert/strict';
import { BridgeError } from '../../src/bridge';
import {
  createUnreachableError,
  intervalsBetween,
  createStatusError,
  EventStreamHarness,
} from './support/fake-bridge';
import type { FakeBridge } from './support/fake-bridge';
import { throttleWarnings } from '../../src/bridge/connection';
import { defaultLimits } from '../../src/bridge/limits';
import { FakeClock } from './support/fake-clock';
import { once } from 'node:events';

const eightTypes = [
  'light',
  'room',
  'zone',
  'scene',
  'motion',
  'temperature',
  'button',
  'device',
] as const;

describe('An outage of the bridge', () => {
  let harness: EventStreamHarness;
  let bridge: FakeBridge;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ home: bridge } = harness);
  });
  afterEach(() => harness.close());

  for (const [when, outage] of [
    ['5 s after the start', 5_000],
    ['25 s after the start', 25_000],
    ['two minutes after the start', 120_000],
  ] as const) {
    it(`that ends ${when} is over for polls of eight types and the event stream within 2 s`, async () => {
      bridge.failure = createUnreachableError();
      const errors: string[] = [];
      for (const rtype of eightTypes)
        harness.state.watch({ rtype, interval: 5_000, onError: ({ code }) => errors.push(code) });
      await harness.clock.advance(outage);
      assert.equal(errors.length, eightTypes.length, 'each was reported once');
      bridge.failure = undefined;
      bridge.reads.length = 0;
      await harness.clock.advance(2_000);
      assert.deepEqual(
        eightTypes.filter((rtype) => bridge.countReads(rtype) === 0),
        [],
      );
      assert.equal(bridge.streams.length, 1);
    });
  }

  it('is none where a single type is not answered: the others are polled, and that one less often', async () => {
    const errors = { light: 0, room: 0 };
    const timeout = new BridgeError('ERR_BRIDGE_TIMEOUT', 'The bridge did not answer.');
    bridge.failuresByType.set('room', timeout);
    for (const rtype of ['light', 'room'] as const)
      harness.state.watch({ rtype, interval: 5_000, onError: () => (errors[rtype] += 1) });
    await harness.clock.advance(300_000);
    assert.equal(harness.health.status, 'up');
    assert.deepEqual(errors, { light: 0, room: 1 });
    assert.ok(bridge.countReads('light') > 50);
    assert.ok(bridge.countReads('room') < 10, `${bridge.countReads('room')} polls`);
  });
});

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

describe('Warnings that are repeated', () => {
  const repeatInterval = 1_000;
  let clock: FakeClock;
  let reported: string[];
  let warn: (warning: string) => void;
  beforeEach(() => {
    clock = new FakeClock();
    reported = [];
    warn = throttleWarnings(
      (text) => reported.push(text),
      { warningRepeatInterval: repeatInterval },
      clock,
    );
  });

  it('of the same text are repeated once the interval is over, counted from the last report', async () => {
    warn('one');
    await clock.advance(999);
    warn('one');
    assert.deepEqual(reported, ['one']);
    await clock.advance(1);
    warn('one');
    await clock.advance(999);
    warn('one');
    assert.deepEqual(reported, ['one', 'one']);
  });

  it('of other texts are reported in between', () => {
    for (const text of ['one', 'two', 'one', 'two', 'three']) warn(text);
    assert.deepEqual(reported, ['one', 'two', 'three']);
  });

  it('are remembered up to a hundred, the latest of them', async () => {
    warn('first');
    warn('second');
    await clock.advance(repeatInterval);
    warn('first');
    for (let number = 0; number < 98; number += 1) warn(`number ${number}`);
    warn('one more');
    reported.length = 0;
    // "second" was the oldest, and is forgotten; "first" was reported again, and is not.
    warn('first');
    assert.deepEqual(reported, []);
    for (let number = 98; number < 10_000; number += 1) warn(`number ${number}`);
    reported.length = 0;
    warn('first');
    warn('number 9999');
    assert.deepEqual(reported, ['first']);
  });

  it('are harmless texts of at most 1,000 characters', () => {
    warn(`a\u0000b\u202e${'x'.repeat(5_000)}`);
    assert.equal(reported[0]?.length, 1_000);
    assert.match(reported[0] ?? '', /^a b x+…$/);
  });

  it('go to the process where reporting them fails', async () => {
    const failing = throttleWarnings(
      () => {
        throw new Error('no log');
      },
      { warningRepeatInterval: repeatInterval },
      clock,
    );
    const processWarning = once(process, 'warning');
    failing('one');
    assert.match(String(await processWarning), /no log/);
  });
});
