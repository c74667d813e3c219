import assert from 'node:assert/strict';
import { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import { defaultLimits } from '../../../src/bridge/limits';
import { FakeBridge, createLamp } from '../support/fake-bridge';
import { FakeClock } from '../support/fake-clock';
import { createFakeHealth } from '../support/fake-health';

describe('A watch of no resource', () => {
  it('tells so, and asks nothing of the bridge', async () => {
    const clock = new FakeClock();
    const bridge = new FakeBridge([createLamp(1, 10)]);
    const health = createFakeHealth(bridge, clock);
    const state = new StateSynchronizer({
      reader: bridge,
      health,
      limits: defaultLimits,
      clock,
      onWarning: (warning) => assert.fail(warning),
      onModeChange: () => undefined,
    });
    const polls: unknown[] = [];
    const watch = state.watch({ rtype: 'light', rids: [], onPoll: (lights) => polls.push(lights) });
    const stopObserving = state.observe({ rids: [], onChange: () => assert.fail() });
    await clock.advance(600_000);
    await watch.pollNow();
    assert.deepEqual([polls, bridge.reads], [[[], []], []]);
    watch.stop();
    await watch.pollNow();
    assert.equal(polls.length, 2);
    stopObserving();
    state.close();
    health.close();
    assert.equal(clock.pendingTimers, 0);
  });
});
