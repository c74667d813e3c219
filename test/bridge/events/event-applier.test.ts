import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import {
  EventApplier,
  ChangeDispatcher,
  MomentaryInputReportTracker,
} from '../../../src/bridge/changes';
import type { BridgeEvent } from '../../../src/bridge/event-stream';
import { defaultLimits } from '../../../src/bridge/limits';
import { OwnWriteTracker } from '../../../src/bridge/own-writes';
import { ResourceStore } from '../../../src/bridge/state';
import { FakeClock } from '../support/fake-clock';
import { makeRid } from '../support/fake-bridge';

/** A clock on which time passes with each look at it. */
class LaggingClock extends FakeClock {
  /** ms */
  lagPerLook = 0;
  #lag = 0;

  override now(): number {
    this.#lag += this.lagPerLook;
    return super.now() + this.#lag;
  }
}

const createEvent = (type: string, entries: readonly object[]): BridgeEvent => ({
  id: undefined,
  type,
  data: entries,
});
const createLamps = (count: number, on: boolean): object[] =>
  Array.from({ length: count }, (_, index) => ({
    id: makeRid(index),
    type: 'light',
    on: { on },
  }));

describe('An event of the bridge', () => {
  let clock: LaggingClock;
  let store: ResourceStore;
  let dispatched: boolean[];
  let applier: EventApplier;
  beforeEach(() => {
    clock = new LaggingClock();
    store = new ResourceStore();
    dispatched = [];
    const dispatcher = new ChangeDispatcher({
      inputReports: new MomentaryInputReportTracker(clock, defaultLimits, () => undefined),
      ownWrites: new OwnWriteTracker(store, clock, defaultLimits),
      clock,
      onListenerError: (error) => assert.fail(String(error)),
      expectsEvents: () => false,
      wasInterrupted: () => false,
      onNeeded: () => undefined,
    });
    dispatcher.subscribe({
      options: {
        rtype: 'light',
        onChange: ({ resource }) =>
          dispatched.push(JSON.stringify(resource['on']).includes('true')),
      },
    });
    applier = new EventApplier({
      store,
      dispatcher,
      onIncompleteResource: () => undefined,
      onUnreadableEntries: () => assert.fail('All entries are resources.'),
      onErrorEvent: () => undefined,
    });
  });
  const countLit = (): number =>
    [...store.byType('light')].filter(({ on }) => JSON.stringify(on).includes('true')).length;

  it('is applied once, as long as no thousand others came after it', () => {
    const apply = (id: string, on: boolean): void =>
      applier.apply({ ...createEvent('update', createLamps(1, on)), id }, 'stream');
    for (let number = 0; number < 1_000; number += 1) apply(String(number), number % 2 === 0);
    dispatched.length = 0;
    apply('0', true);
    assert.deepEqual(dispatched, []);
    apply('1000', true);
    apply('0', false);
    assert.deepEqual(dispatched, [true, false]);
  });

  it('of a few entries is applied at once, and its changes are told', () => {
    applier.apply(createEvent('add', createLamps(3, true)), 'stream');
    assert.deepEqual([countLit(), dispatched.length], [3, 3]);
  });

  it('of thousands is applied in slices, between which others have their turn', async () => {
    clock.lagPerLook = 5;
    applier.apply(createEvent('add', createLamps(2_000, true)), 'stream');
    const appliedAtOnce = countLit();
    assert.ok(appliedAtOnce < 2_000, `${appliedAtOnce} at once`);
    while (dispatched.length < 2_000) await setImmediate();
    assert.equal(countLit(), 2_000);
  });

  it('waits for the one before it, however small it is', async () => {
    clock.lagPerLook = 5;
    applier.apply(createEvent('add', createLamps(2_000, false)), 'stream');
    applier.apply(createEvent('update', createLamps(1, true)), 'stream');
    while (dispatched.length < 2_001) await setImmediate();
    assert.equal(countLit(), 1);
    assert.deepEqual(dispatched.indexOf(true), 2_000);
  });
});
