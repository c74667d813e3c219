import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { SlicedQueue } from '../../../src/bridge/slices';
import { WatchesOfResourceType } from '../../../src/bridge/poll';

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
