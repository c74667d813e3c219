import assert from 'node:assert/strict';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  EventApplier,
  ChangeDispatcher,
  MomentaryInputReportTracker,
} from '../../src/bridge/changes';
import { BridgeActivity } from '../../src/bridge/bridge-activity';
import type { BridgeEvent } from '../../src/bridge/changes';
import { defaultLimits } from '../../src/bridge/limits';
import { OwnWriteTracker } from '../../src/bridge/own-writes';
import { FakeClock, flushPromises } from './support/fake-clock';
import { makeRid, FakeBridge, createLamp, createStatusError } from './support/fake-bridge';
import { BridgeClient } from '../../src/bridge';
import type {
  ResourceChangeEvent,
  ChangeCause,
  MomentaryInputReport,
  ResourceChange,
  Watch,
} from '../../src/bridge';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { waitUntil } from '../support/wait-until';
import { waitForConnection } from './support/wait-for-connection';
import { findMomentaryInputReports } from '../../src/bridge/resource-state';
import { getNestedMember } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { createDeferred } from '../support/deferred';
import { createFakeHealth, unreachableFailure } from './support/fake-health';
import type { ConnectionHealthMonitor } from '../../src/bridge/health';
import type { LiveState } from '../../src/bridge/live-state';
import type { ResourceStore } from '../../src/bridge/state';
import { createStore } from './support/stored-resources';
import { openPolledState, createWrite, createFakeLink } from './support/fake-link';

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
    store = createStore();
    dispatched = [];
    const dispatcher = new ChangeDispatcher(
      new OwnWriteTracker(store, clock, defaultLimits),
      new BridgeActivity(store, clock),
      createFakeLink(new FakeBridge([]), clock),
    );
    dispatcher.subscribe({
      options: {
        rtype: 'light',
        onChange: ({ resource }) =>
          dispatched.push(JSON.stringify(resource['on']).includes('true')),
      },
    });
    applier = new EventApplier(
      store,
      dispatcher,
      () => undefined,
      (warning) => assert.fail(warning),
    );
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

/** Shorter than the effects of these tests, so that their end does not count as a change right after the command. */
const ownWriteWindow = 200;

const duration = 2_000;

describe('The changes of a lamp during a timed effect of these flows', () => {
  let simulator: Simulator;
  let client: BridgeClient;
  let rid: string;
  let changes: ResourceChangeEvent[];

  beforeEach(async () => {
    simulator = await startSimulator({ events: { batch: 0 } });
    const { host, port, key, fingerprint } = simulator;
    client = new BridgeClient({
      host,
      port,
      key,
      trust: { fingerprint },
      limits: { ownWriteWindow },
    });
    const lamp = simulator.home.byType('light').find(({ timed_effects: effect }) => effect);
    assert.ok(lamp);
    rid = lamp.id;
    changes = [];
    client.watch({ rtype: 'light', rids: [rid], onChange: (change) => changes.push(change) });
    await waitForConnection(client, ({ mode }) => mode === 'stream');
  });
  afterEach(async () => {
    await client.close();
    await simulator.stop();
  });

  const start = async (effect: string): Promise<void> => {
    const body = { on: { on: true }, timed_effects: { effect, duration } };
    await client.update('light', rid, body);
    await waitUntil('the effect', () =>
      changes.some(({ changed }) => changed.includes('timed_effects.status')),
    );
    changes = [];
  };
  const waitForChange = async (path: string): Promise<boolean | undefined> => {
    const find = (): ResourceChangeEvent | undefined =>
      changes.find(({ changed }) => changed.includes(path));
    await waitUntil(path, () => find() !== undefined);
    return find()?.own;
  };

  it('are own when a sunset turns the lamp off at its end', async () => {
    await start('sunset');
    assert.equal(await waitForChange('on.on'), true);
  });

  it('are own when the lamp has its full brightness at the end of a sunrise', async () => {
    await start('sunrise');
    assert.equal(await waitForChange('dimming.brightness'), true);
  });

  it('are own when the lamp reports its brightness midway', async () => {
    await start('sunset');
    await setTimeout(ownWriteWindow * 2);
    simulator.home.change(rid, { dimming: { brightness: 12 } });
    assert.equal(await waitForChange('dimming.brightness'), true);
  });

  it('are external when somebody turns the lamp off midway', async () => {
    await start('sunset');
    simulator.home.change(rid, { on: { on: false } });
    assert.equal(await waitForChange('on.on'), false);
  });
});

const monday = '2026-11-16T07:00:00.000Z';

const friday = '2026-11-20T07:00:00.000Z';

const createButton = (updated: string, event = 'short_release', rid = makeRid(1)): Resource => ({
  id: rid,
  type: 'button',
  metadata: { control_id: 2 },
  button: { last_event: event, button_report: { updated, event } },
});

const createChange = (settings: Partial<ResourceChange> = {}): ResourceChange => ({
  kind: 'changed',
  resource: createButton(friday),
  previous: createButton(monday),
  changed: ['button.button_report.updated'],
  ...settings,
});

describe('An input report', () => {
  let clock: FakeClock;
  let tracker: MomentaryInputReportTracker;
  beforeEach(() => {
    clock = new FakeClock();
    tracker = new MomentaryInputReportTracker(clock, defaultLimits, () =>
      assert.fail('nothing waits'),
    );
  });

  const selectNew = (change: ResourceChange, cause: ChangeCause): readonly MomentaryInputReport[] =>
    tracker.selectNew(findMomentaryInputReports(change.resource, change.changed), change, cause);

  /** True when a change with a report is new, as it comes from an event or a poll. */
  const isNew = (change: ResourceChange, cause: ChangeCause): boolean => {
    const reports = findMomentaryInputReports(change.resource);
    if (cause === 'stream' && !tracker.recordEvent(change.resource.id, reports)) return false;
    return selectNew(change, cause).length > 0;
  };

  it('is new once, whether the stream or a poll brings it first', async () => {
    assert.equal(isNew(createChange(), 'stream'), true);
    await clock.advance(900);
    assert.equal(isNew(createChange(), 'poll'), false);
    assert.equal(isNew(createChange({ resource: createButton(monday) }), 'stream'), true);
    const other = { resource: createButton(friday, 'repeat', makeRid(2)) };
    assert.equal(isNew(createChange(other), 'poll'), true);
    await clock.advance(900);
    assert.equal(isNew(createChange(other), 'stream'), false);
  });

  it('is new when its state was seen a moment before', async () => {
    tracker.recordState(makeRid(1), findMomentaryInputReports(createButton(friday)));
    await clock.advance(9_000);
    assert.equal(isNew(createChange(), 'stream'), true);
  });

  it('is not new when its state was seen more than ten seconds before', async () => {
    tracker.recordState(makeRid(1), findMomentaryInputReports(createButton(friday)));
    await clock.advance(11_000);
    assert.equal(isNew(createChange(), 'stream'), false);
  });

  it('is not new after nineteen later presses of the same button', () => {
    assert.equal(isNew(createChange(), 'stream'), true);
    for (let press = 1; press < 20; press += 1) {
      const time = new Date(Date.parse(friday) + press * 1_000).toISOString();
      assert.equal(isNew(createChange({ resource: createButton(time) }), 'stream'), true);
    }
    assert.equal(isNew(createChange(), 'stream'), false);
  });

  it('is not new when it was known for long and comes along with something else', async () => {
    tracker.recordState(makeRid(1), findMomentaryInputReports(createButton(monday)));
    await clock.advance(60_000);
    assert.equal(isNew(createChange({ resource: createButton(monday) }), 'stream'), false);
    assert.equal(isNew(createChange(), 'stream'), true);
  });

  it('is new though the clock of the bridge jumped back', () => {
    assert.equal(isNew(createChange(), 'stream'), true);
    assert.equal(isNew(createChange({ resource: createButton(monday) }), 'stream'), true);
  });

  it('is not mixed up with one of another button at the same moment', () => {
    const resource = createButton(friday, 'short_release', makeRid(2));
    assert.equal(isNew(createChange(), 'stream'), true);
    assert.equal(isNew(createChange({ resource }), 'stream'), true);
  });

  it('is new when a poll finds the first one in the life of a button', () => {
    const { button: _none, ...unpressed } = createButton(monday);
    const change = createChange({ previous: unpressed, changed: ['button'] });
    assert.equal(isNew(change, 'poll'), true);
  });

  it('is not new after a gap, in a button that appeared or vanished, or for another property', () => {
    assert.deepEqual(selectNew(createChange(), 'gap'), []);
    const others: Partial<ResourceChange>[] = [
      { kind: 'added', changed: [] },
      { kind: 'deleted' },
      { changed: ['metadata.control_id'] },
      { changed: ['button.event_values'] },
    ];
    for (const other of others) assert.deepEqual(selectNew(createChange(other), 'poll'), []);
  });

  it('is not new when a poll finds another name for the one that is known', () => {
    const renamed = createChange({
      resource: createButton(monday, 'long_release'),
      changed: ['button.last_event', 'button.button_report.event'],
    });
    assert.equal(isNew(renamed, 'poll'), false);
  });

  it('is found by what changed of it, above it or below it, and not beside it', () => {
    const update = createButton(friday);
    const find = (path: string): number => findMomentaryInputReports(update, [path]).length;
    assert.equal(find('button'), 2);
    assert.equal(find('button.last_event'), 1);
    assert.equal(find('button.button_report.updated'), 1);
    assert.equal(find('button.repeat_interval'), 0);
    assert.equal(find('metadata'), 0);
    assert.equal(
      findMomentaryInputReports(update, ['metadata.control_id', 'button.last_event']).length,
      1,
    );
    const report = getNestedMember(update, 'button', 'button_report');
    const onlyReport = { ...update, button: { button_report: report } };
    assert.deepEqual(findMomentaryInputReports(onlyReport, ['button.repeat_interval']), []);
  });

  it('is the report of a button, a dial or a bell, and no reading of a sensor', () => {
    const update = {
      button: { last_event: 'repeat', button_report: { updated: friday, event: 'repeat' } },
      relative_rotary: { last_event: null, rotary_report: { updated: monday } },
      bell: { last_event: 'ring' },
      motion: { motion_report: { changed: friday, motion: true } },
      last_event: 'no group',
    };
    assert.deepEqual(findMomentaryInputReports(update), [
      { path: 'button.last_event', updated: friday },
      { path: 'button.button_report', updated: friday },
      { path: 'relative_rotary.rotary_report', updated: monday },
      { path: 'bell.last_event', updated: undefined },
    ]);
    assert.deepEqual(findMomentaryInputReports(update, ['bell']), [
      { path: 'bell.last_event', updated: undefined },
    ]);
  });
});

describe('An input report that a poll finds while the event stream connects', () => {
  it('waits one and a half seconds for its event', async () => {
    const clock = new FakeClock();
    const released: ChangeCause[] = [];
    const tracker = new MomentaryInputReportTracker(clock, defaultLimits, (_change, cause) =>
      released.push(cause),
    );
    assert.equal(tracker.defer(createChange(), 0), true);
    await clock.advance(1_400);
    assert.deepEqual(released, []);
    await clock.advance(200);
    assert.deepEqual(released, ['poll']);
  });
});

describe('A change that a poll or a look at everything finds', () => {
  let clock: FakeClock;
  let bridge: FakeBridge;
  let health: ConnectionHealthMonitor;
  let state: LiveState;
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
    state = openPolledState(bridge, clock, { health });
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
    await state.store.refresh();
    await clock.advance(6_000);
    bridge.setResource(createLamp(1, 41));
    await state.store.refresh();
    assert.equal(changes.at(-1)?.cause, 'poll');
    bridge.failuresByType.set('light', createStatusError(500, 'ERR_BRIDGE_INTERNAL'));
    await clock.advance(20_000);
    bridge.setResource(createLamp(1, 42));
    await state.store.refresh();
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
    await state.store.refresh();
    await clock.advance(6_000);
    state.recordRequest(createWrite(makeRid(1)));
    await clock.advance(30_000);
    bridge.setResource(createLamp(1, 41));
    await state.store.refresh();
    assert.deepEqual(
      changes.map(({ own }) => own),
      [false],
    );
  });

  it('is no deletion when an older answer lacks what a later one has added', async () => {
    await clock.advance(6_000);
    const deferredResponse = createDeferred();
    bridge.holdResponses = deferredResponse.promise;
    const refreshed = state.store.refresh();
    bridge.holdResponses = undefined;
    bridge.setResource(createLamp(3, 30));
    await clock.advance(6_000);
    deferredResponse.resolve();
    await refreshed;
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['added'],
    );
    assert.deepEqual(state.store.get(makeRid(3)), createLamp(3, 30));
  });
});
