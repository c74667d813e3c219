import assert from 'node:assert/strict';
import { addJitter, ExponentialBackoff } from '../../../src/bridge/clock';
import { FakeClock } from '../support/fake-clock';

/** A clock whose random numbers are given. */
function createClock(random: number): FakeClock {
  const clock = new FakeClock();
  clock.random = () => random;
  return clock;
}

const takeDelays = (backoff: ExponentialBackoff, count: number): number[] =>
  Array.from({ length: count }, () => backoff.nextDelay());

describe('A backoff', () => {
  it('doubles from its first delay to its bound, and stays there', () => {
    const backoff = new ExponentialBackoff(100, 1_000, createClock(0.5));
    assert.deepEqual(takeDelays(backoff, 6), [100, 200, 400, 800, 1_000, 1_000]);
  });

  it('stays at its bound however often it is asked', () => {
    const backoff = new ExponentialBackoff(100, 1_000, createClock(0.5));
    assert.equal(takeDelays(backoff, 5_000).at(-1), 1_000);
  });

  it('begins anew after a success', () => {
    const backoff = new ExponentialBackoff(100, 1_000, createClock(0.5));
    takeDelays(backoff, 4);
    backoff.reset();
    assert.deepEqual(takeDelays(backoff, 2), [100, 200]);
  });

  it('is up to a fifth shorter or longer by chance', () => {
    assert.equal(addJitter(1_000, createClock(0)), 800);
    assert.equal(Math.round(addJitter(1_000, createClock(1))), 1_200);
    const delays = takeDelays(new ExponentialBackoff(100, 400, createClock(0)), 4);
    assert.deepEqual(delays, [80, 160, 320, 320]);
  });
});
