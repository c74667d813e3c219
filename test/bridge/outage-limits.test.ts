import assert from 'node:assert/strict';
import { warningGate } from '../../src/bridge/errors/warnings';
import { defaultLimits } from '../../src/bridge/limits';
import { FakeClock } from './fake-clock';
import { pausesBetween, statusError, unreachable } from './fake-home';
import type { FakeHome } from './fake-home';
import { StreamedHome } from './streamed-home';

const { firstRetry, longestRetry, keyCheck, longestRetryAfter, sameWarning } = defaultLimits;

const hour = 3_600_000;

describe('The bounds of an outage', () => {
  let streamed: StreamedHome;
  let home: FakeHome;

  beforeEach(async () => {
    streamed = await StreamedHome.start();
    ({ home } = streamed);
    // Chance makes every wait as long as its middle.
    streamed.clock.random = () => 0.5;
  });
  afterEach(() => streamed.close());

  const pollPauses = async (): Promise<number[]> => {
    const times: number[] = [];
    const read = home.readCollection.bind(home);
    home.readCollection = (rtype) => {
      times.push(streamed.clock.now());
      return read(rtype);
    };
    streamed.watch();
    await streamed.clock.pass(hour);
    return pausesBetween(times);
  };
  const streamPauses = async (): Promise<number[]> => {
    streamed.watch();
    await streamed.clock.pass(hour);
    return pausesBetween(streamed.streamsAt);
  };
  const doubled = (pauses: readonly number[]): number[] =>
    pauses.map((_, step) => Math.min(firstRetry * 2 ** step, longestRetry));
  const all = (pauses: readonly number[], wait: number): number[] => pauses.map(() => wait);

  it('firstRetry and longestRetry: attempts to read a bridge that is away double from the one to the other', async () => {
    home.failure = unreachable();
    const pauses = await pollPauses();
    assert.ok(pauses.length > 100);
    assert.deepEqual(pauses, doubled(pauses));
  });

  it('firstRetry and longestRetry: attempts to get an event stream double from the one to the other', async () => {
    home.streamType = 'text/html';
    const pauses = await streamPauses();
    assert.ok(pauses.length > 100);
    assert.deepEqual(pauses, doubled(pauses));
  });

  it('keyCheck: a bridge that refuses the key is asked as seldom', async () => {
    home.failure = statusError(403, 'ERR_BRIDGE_FORBIDDEN');
    const pauses = await pollPauses();
    assert.equal(pauses.length, hour / keyCheck);
    assert.deepEqual(pauses, all(pauses, keyCheck));
  });

  it('keyCheck: a bridge that refuses its event stream to the key is asked as seldom', async () => {
    home.streamStatus = 403;
    const pauses = await streamPauses();
    assert.equal(pauses.length, hour / keyCheck);
    assert.deepEqual(pauses, all(pauses, keyCheck));
  });

  it('longestRetryAfter: polls and event stream wait no longer for a bridge that asks for patience', async () => {
    home.failure = statusError(503, 'ERR_BRIDGE_BUSY', { retryAfter: 2 * longestRetryAfter });
    const pauses = await pollPauses();
    assert.equal(pauses.length, hour / longestRetryAfter);
    assert.deepEqual(pauses, all(pauses, longestRetryAfter));
  });

  it('longestRetryAfter: the event stream is asked for no later', async () => {
    home.streamStatus = 503;
    home.streamRetryAfter = 2 * longestRetryAfter;
    const pauses = await streamPauses();
    assert.equal(pauses.length, hour / longestRetryAfter);
    assert.deepEqual(pauses, all(pauses, longestRetryAfter));
  });
});

describe('Warnings', () => {
  it('sameWarning: the same is told again only after so long, another at once', async () => {
    const clock = new FakeClock();
    const told: string[] = [];
    const warn = warningGate((warning) => told.push(warning), defaultLimits, clock);
    warn('one');
    await clock.pass(sameWarning - 1);
    warn('one');
    warn('other');
    assert.deepEqual(told, ['one', 'other']);
    await clock.pass(1);
    warn('one');
    assert.deepEqual(told, ['one', 'other', 'one']);
  });
});
