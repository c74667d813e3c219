import assert from 'node:assert/strict';
import { RequestRateMeter } from '../../../src/bridge/connection-state';
import { FakeClock } from '../support/fake-clock';

describe('Requests per minute', () => {
  it('are those of the last sixty seconds', async () => {
    const clock = new FakeClock();
    const rate = new RequestRateMeter(clock);
    for (let second = 0; second < 120; second += 1) {
      rate.count();
      rate.count();
      await clock.advance(1_000);
    }
    assert.equal(rate.lastMinute, 118);
    await clock.advance(30_000);
    assert.equal(rate.lastMinute, 58);
    await clock.advance(3_600_000);
    assert.equal(rate.lastMinute, 0);
  });
});
