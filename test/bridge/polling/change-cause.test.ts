import assert from 'node:assert/strict';
import type { ResourceChangeEvent, Watch } from '../../../src/bridge';
import { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import { defaultLimits } from '../../../src/bridge/limits';
import { createDeferred } from '../../support/deferred';
import { FakeClock, flushPromises } from '../support/fake-clock';
import { FakeBridge, createLamp, makeRid, createStatusError } from '../support/fake-bridge';
import { createFakeHealth, unreachableFailure } from '../support/fake-health';
import type { ConnectionHealthMonitor } from '../../../src/bridge/health';

describe('A change that a poll or a look at everything finds', () => {
  let clock: FakeClock;
  let bridge: FakeBridge;
  let health: ConnectionHealthMonitor;
  let state: StateSynchronizer;
  let changes: ResourceChangeEvent[];

  beforeEach(() => start(5_000));
  afterEach(async () => {
    state.close();
    health.close();
    await flushPromises();
  });

  /** Watches the lamps of a bridge without an event stream. */
  let watch: Watch;
  async function start(interval: number): Promise<void> {
    clock = new FakeClock();
    bridge = new FakeBridge([createLamp(1, 10), createLamp(2, 20)]);
    changes = [];
    health = createFakeHealth(bridge, clock);
    state = new StateSynchronizer({
      reader: bridge,
      health,
      limits: defaultLimits,
      clock,
      onWarning: (warning) => assert.fail(warning),
      onModeChange: () => undefined,
    });
    watch = watchLamps(interval);
    await clock.advance(1_000);
  }
  const watchLamps = (interval: number): Watch =>
    state.watch({ rtype: 'light', interval, onChange: (change) => changes.push(change) });

  for (const [what, interrupt] of [
    ['contact was lost for a moment', () => health.recordFailure(unreachableFailure, clock.now())],
    ['the machine slept', () => clock.suspend(3_600_000)],
  ] as const) {
    it(`has no time after ${what}`, async () => {
      await clock.advance(8_000);
      interrupt();
      bridge.setResource(createLamp(1, 41));
      await clock.advance(5_000);
      bridge.setResource(createLamp(1, 42));
      await clock.advance(5_000);
      assert.deepEqual(
        changes.map(({ cause }) => cause),
        ['gap', 'poll'],
      );
    });
  }

  it('has a time where polls go well, whoever finds it', async () => {
    await state.stateCache.refresh();
    await clock.advance(6_000);
    bridge.setResource(createLamp(1, 41));
    await state.stateCache.refresh();
    assert.equal(changes.at(-1)?.cause, 'poll');
    bridge.failuresByType.set('light', createStatusError(500, 'ERR_BRIDGE_INTERNAL'));
    await clock.advance(20_000);
    bridge.setResource(createLamp(1, 42));
    await state.stateCache.refresh();
    assert.equal(changes.at(-1)?.cause, 'gap');
  });

  it('has a time when it is sooner than the interval before, since another node asks more often', async () => {
    state.close();
    await start(60_000);
    await clock.advance(20_000);
    bridge.setResource(createLamp(1, 41));
    state.watch({ rtype: 'light', interval: 5_000 });
    await clock.advance(1_000);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['poll'],
    );
  });

  it('has no time when the connection was lost between the watch before and the one that replaces it', async () => {
    state.watch({ rtype: 'room', interval: 60_000 });
    await clock.advance(6_000);
    watch.stop();
    health.recordFailure(unreachableFailure, clock.now());
    bridge.setResource(createLamp(1, 41));
    await clock.advance(1_000);
    assert.equal(health.status, 'up');
    watchLamps(5_000);
    await clock.advance(1_000);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['gap'],
    );
  });

  it('has a time when other watches replace the present ones at once, and none when they come late', async () => {
    for (const [pause, cause] of [
      [500, 'poll'],
      [60_000, 'gap'],
    ] as const) {
      await clock.advance(6_000);
      watch.stop();
      bridge.setResource(createLamp(1, pause / 1_000));
      await clock.advance(pause);
      watch = watchLamps(5_000);
      await clock.advance(1_000);
      assert.equal(changes.at(-1)?.cause, cause);
    }
    assert.equal(changes.length, 2);
  });

  it('is not explained by a write from before the last look at its type', async () => {
    await state.stateCache.refresh();
    await clock.advance(6_000);
    state.recordWrite(makeRid(1));
    await clock.advance(30_000);
    bridge.setResource(createLamp(1, 41));
    await state.stateCache.refresh();
    assert.deepEqual(
      changes.map(({ own }) => own),
      [false],
    );
  });

  it('is no deletion when an older answer lacks what a later one has added', async () => {
    await clock.advance(6_000);
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    const refreshed = state.stateCache.refresh();
    bridge.holdResponses = undefined;
    bridge.setResource(createLamp(3, 30));
    await clock.advance(6_000);
    deferredResponse.resolve();
    await refreshed;
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['added'],
    );
    assert.deepEqual(state.stateCache.get(makeRid(3)), createLamp(3, 30));
  });
});
