import assert from 'node:assert/strict';
import { AdaptiveRateLimiter } from '../../../src/bridge/schedule';
import { FakeClock } from '../support/fake-clock';

const recoveryTime = 60_000;

describe('The rate of a lane', () => {
  let clock: FakeClock;
  beforeEach(() => {
    clock = new FakeClock();
    clock.random = () => 0;
  });

  /** Tokens that may be taken at once. */
  const countTokens = (limiter: AdaptiveRateLimiter): number => {
    let count = 0;
    for (; count < 100 && limiter.timeToNextToken(clock.now()) === 0; count += 1)
      limiter.take(clock.now());
    return count;
  };
  const getRate = (limiter: AdaptiveRateLimiter): number => 1_000 / limiter.tokenInterval;
  /** The bridge refuses requests that were sent one after the other. */
  const refuse = async (limiter: AdaptiveRateLimiter, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await clock.advance(1);
      limiter.recordRefusal(clock.now(), clock.now());
    }
  };

  it('saves up the tokens of one second, however long it rests', async () => {
    const limiter = new AdaptiveRateLimiter(10, recoveryTime, clock);
    assert.equal(countTokens(limiter), 10);
    assert.equal(limiter.timeToNextToken(clock.now()), 100);
    await clock.advance(250);
    assert.equal(countTokens(limiter), 2);
    await clock.advance(3_600_000);
    assert.equal(countTokens(limiter), 10);
  });

  it('saves up one token where a second is worth less', async () => {
    const limiter = new AdaptiveRateLimiter(0.5, recoveryTime, clock);
    assert.equal(countTokens(limiter), 1);
    await clock.advance(1_999);
    assert.equal(countTokens(limiter), 0);
    await clock.advance(1);
    assert.equal(countTokens(limiter), 1);
  });

  it('halves with each refusal, down to an eighth of its setting', async () => {
    const limiter = new AdaptiveRateLimiter(16, recoveryTime, clock);
    const rates: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      await refuse(limiter, 1);
      rates.push(getRate(limiter));
    }
    assert.deepEqual(rates.map(Math.round), [8, 4, 2, 2, 2]);
    assert.equal(limiter.timeToNextToken(clock.now()), 500);
  });

  it('halves once for all that was sent before the first refusal', async () => {
    const limiter = new AdaptiveRateLimiter(16, recoveryTime, clock);
    await clock.advance(100);
    for (const sentAt of [0, 50, 99]) limiter.recordRefusal(sentAt, clock.now());
    assert.equal(Math.round(getRate(limiter)), 8);
    limiter.recordRefusal(100, clock.now());
    assert.equal(Math.round(getRate(limiter)), 4);
  });

  it('starts again with no token after a refusal', async () => {
    const limiter = new AdaptiveRateLimiter(10, recoveryTime, clock);
    await clock.advance(10_000);
    await refuse(limiter, 1);
    assert.equal(Math.round(limiter.timeToNextToken(clock.now())), 200);
  });

  it('is none for reads until they are refused, and none again in the end', async () => {
    const limiter = new AdaptiveRateLimiter(Infinity, recoveryTime, clock);
    assert.equal(countTokens(limiter), 100);
    await refuse(limiter, 1);
    assert.equal(Math.round(getRate(limiter)), 5);
    let recoveredAfter = 0;
    while (limiter.tokenInterval > 0 && recoveredAfter < 10 * recoveryTime) {
      await clock.advance(100);
      recoveredAfter += 100;
      limiter.recordAccepted(clock.now());
    }
    // From half of the reference to twice of it.
    assert.equal(recoveredAfter, 1.5 * recoveryTime);
    assert.equal(countTokens(limiter), 100);
  });

  it('rises only with what is used: a rest counts for two tokens at most', async () => {
    const limiter = new AdaptiveRateLimiter(10, recoveryTime, clock);
    await refuse(limiter, 1);
    await clock.advance(3_600_000);
    limiter.recordAccepted(clock.now());
    const rise = ((2 * 200) / recoveryTime) * 10;
    assert.ok(Math.abs(getRate(limiter) - 5 - rise) < 0.001, `${getRate(limiter)}`);
  });
});
