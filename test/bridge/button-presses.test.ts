import assert from 'node:assert/strict';
import type { ResourceChangeEvent } from '../../src/bridge';
import { getNestedMember } from '../../src/resources/members';
import { createDeferred } from '../support/deferred';
import { flushPromises } from './support/fake-clock';
import type { FakeClock } from './support/fake-clock';
import { makeRid, EventStreamHarness, button, createEventMessage } from './support/fake-bridge';
import type { FakeBridge } from './support/fake-bridge';

const createPressUpdate = (event: string, updated: string): typeof button => ({
  type: 'button',
  id: button.id,
  button: { button_report: { event, updated }, last_event: event },
});

describe('Presses of buttons', () => {
  let harness: EventStreamHarness;
  let clock: FakeClock;
  let bridge: FakeBridge;

  beforeEach(async () => {
    harness = await EventStreamHarness.start();
    ({ clock, home: bridge } = harness);
  });
  afterEach(() => harness.close());

  const findPresses = (changes: readonly ResourceChangeEvent[]): unknown[] =>
    changes
      .filter(
        ({ cause, reports }) =>
          cause === 'stream' && reports.some(({ path }) => path === 'button.last_event'),
      )
      .map(({ resource }) => resource['button']);

  it('report every press, also the same one again', async () => {
    const changes = await harness.connectAndWatch('button');
    bridge.latestStream.sendEvents(
      createEventMessage('update', createPressUpdate('short_release', '2026-11-20T10:00:01Z')),
    );
    bridge.latestStream.sendEvents(
      createEventMessage('update', createPressUpdate('short_release', '2026-11-20T10:00:02Z')),
    );
    await flushPromises();
    assert.equal(findPresses(changes).length, 2);
  });

  it('report every press on firmware that gives no times', async () => {
    const changes = await harness.connectAndWatch('button');
    const updateWithoutTime = {
      type: 'button',
      id: makeRid(90),
      button: { last_event: 'short_release' },
    };
    bridge.latestStream.sendEvents(createEventMessage('update', updateWithoutTime));
    bridge.latestStream.sendEvents(createEventMessage('update', updateWithoutTime));
    await flushPromises();
    assert.equal(findPresses(changes).length, 2);
  });

  it('report no press twice, even under another message id', async () => {
    const changes = await harness.connectAndWatch('button');
    const press = createPressUpdate('short_release', '2026-11-20T10:00:01Z');
    bridge.latestStream.sendEvents(createEventMessage('update', press));
    bridge.latestStream.sendEvents(createEventMessage('update', press));
    await flushPromises();
    assert.equal(findPresses(changes).length, 1);
  });

  it('report no press from the first state, a check or a reconnect', async () => {
    const changes = harness.watch('button');
    await clock.advance(500);
    bridge.setResource({
      ...createPressUpdate('short_release', '2026-11-20T10:00:01Z'),
      type: 'button',
      id: makeRid(90),
    });
    await harness.connect();
    bridge.setResource(createPressUpdate('long_press', '2026-11-20T10:00:02Z'));
    await clock.advance(60_000);
    bridge.latestStream.end();
    bridge.setResource(createPressUpdate('repeat', '2026-11-20T10:00:03Z'));
    await clock.advance(60_000);
    assert.equal(findPresses(changes).length, 0);
    assert.ok(changes.every(({ cause }) => cause !== 'stream'));
  });

  it('report the press that comes while the first state is read', async () => {
    const changes = harness.watch('button');
    await clock.advance(1_000);
    bridge.latestStream.sendGreeting();
    const press = createPressUpdate('initial_press', '2026-11-20T10:00:01Z');
    bridge.setResource(press);
    bridge.latestStream.sendEvents(createEventMessage('update', press));
    await clock.advance(1_000);
    assert.equal(findPresses(changes).length, 1);
  });

  /** Times of the presses that were reported with a time, in the order of the reports. */
  const pressTimes = (changes: readonly ResourceChangeEvent[]): unknown[] =>
    changes
      .filter(({ reports }) => reports.length > 0)
      .map(({ resource }) => getNestedMember(resource, 'button', 'button_report', 'updated'));

  it('report the press that came after the last poll and before the stream was open again', async () => {
    const changes = await harness.connectAndWatch('button');
    bridge.latestStream.end();
    bridge.streamStatus = 503;
    await clock.advance(20_000);
    bridge.streamStatus = 200;
    const streams = bridge.streams.length;
    while (bridge.streams.length === streams) await clock.advance(100);
    bridge.setResource(createPressUpdate('short_release', '2026-11-20T10:00:01Z'));
    bridge.latestStream.sendGreeting();
    await clock.advance(1_000);
    assert.equal(harness.state.mode, 'stream');
    const later = createPressUpdate('short_release', '2026-11-20T10:00:02Z');
    bridge.setResource(later);
    bridge.latestStream.sendEvents(createEventMessage('update', later));
    await flushPromises();
    assert.deepEqual(pressTimes(changes), ['2026-11-20T10:00:01Z', '2026-11-20T10:00:02Z']);
    assert.equal(changes[0]?.cause, 'poll');
    await clock.advance(5_000);
    assert.equal(changes.length, 2);
  });

  /** Presses the button while the stream is joined, without an event for it. */
  const pressWhileJoining = async (): Promise<ResourceChangeEvent[]> => {
    const changes = harness.watch('button');
    await clock.advance(1_000);
    bridge.latestStream.sendGreeting();
    bridge.setResource(createPressUpdate('short_release', '2026-11-20T10:00:01Z'));
    return changes;
  };

  it('report it without a later one, too, once no event can be on its way', async () => {
    const changes = await pressWhileJoining();
    await clock.advance(1_900);
    assert.deepEqual(pressTimes(changes), []);
    await clock.advance(200);
    assert.deepEqual(pressTimes(changes), ['2026-11-20T10:00:01Z']);
  });

  it('are none when the machine slept before it was known whether an event reports them', async () => {
    const changes = await pressWhileJoining();
    await clock.advance(600);
    clock.suspend(3_600_000);
    await clock.advance(2_000);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['gap'],
    );
  });

  for (const [when, delay] of [
    ['after', 1_000],
    ['before', 300],
  ] as const) {
    it(`are reported in their order when their events come just ${when} the first state is read`, async () => {
      const changes = harness.watch('button');
      await clock.advance(1_000);
      bridge.latestStream.sendGreeting();
      bridge.setResource(createPressUpdate('short_release', '2026-11-20T10:00:01.500Z'));
      await clock.advance(delay);
      bridge.latestStream.sendEvents(
        createEventMessage(
          'update',
          createPressUpdate('initial_press', '2026-11-20T10:00:01.000Z'),
        ),
        createEventMessage(
          'update',
          createPressUpdate('short_release', '2026-11-20T10:00:01.500Z'),
        ),
      );
      await clock.advance(5_000);
      assert.deepEqual(pressTimes(changes), [
        '2026-11-20T10:00:01.000Z',
        '2026-11-20T10:00:01.500Z',
      ]);
    });
  }

  it('are reported in their order when a poll finds the last while the first state is read', async () => {
    const changes: ResourceChangeEvent[] = [];
    const onChange = (change: ResourceChangeEvent): void => void changes.push(change);
    harness.state.watch({ rtype: 'button', interval: 1_000, onChange });
    await clock.advance(2_000);
    const treeResponse = createDeferred();
    bridge.holdTreeResponses = treeResponse.promise;
    bridge.latestStream.sendGreeting();
    await clock.advance(600);
    bridge.latestStream.sendEvents(
      createEventMessage('update', createPressUpdate('initial_press', '2026-11-20T10:00:01.000Z')),
      createEventMessage('update', createPressUpdate('short_release', '2026-11-20T10:00:01.500Z')),
    );
    bridge.setResource(createPressUpdate('short_release', '2026-11-20T10:00:01.500Z'));
    await clock.advance(1_200);
    treeResponse.resolve();
    await clock.advance(5_000);
    assert.deepEqual(pressTimes(changes), ['2026-11-20T10:00:01.000Z', '2026-11-20T10:00:01.500Z']);
  });

  it('are reported as soon as a poll finds them, of a bridge without an event stream', async () => {
    bridge.streamStatus = 404;
    const changes: ResourceChangeEvent[] = [];
    const watch = harness.state.watch({
      rtype: 'button',
      interval: 60_000,
      onChange: (change) => changes.push(change),
    });
    await clock.advance(1_000);
    for (const second of [1, 2, 3]) {
      const updated = `2026-11-20T10:00:0${second}Z`;
      bridge.setResource(createPressUpdate('short_release', updated));
      await clock.advance(5_000);
      const polled = watch.pollNow();
      await clock.advance(0);
      await polled;
      assert.equal(changes.length, second);
    }
    assert.deepEqual(new Set(changes.map(({ cause }) => cause)), new Set(['poll']));
  });

  it('without times are reported once when the first state shows them already', async () => {
    const changes = harness.watch('button');
    await clock.advance(1_000);
    bridge.latestStream.sendGreeting();
    const updateWithoutTime = {
      type: 'button',
      id: button.id,
      button: { last_event: 'long_release' },
    };
    bridge.setResource({ ...button, ...updateWithoutTime });
    bridge.latestStream.sendEvents(createEventMessage('update', updateWithoutTime));
    await clock.advance(5_000);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['gap', 'stream'],
    );
  });

  it('report no press for an event about something else of the button', async () => {
    const changes = await harness.connectAndWatch('button');
    bridge.latestStream.sendEvents(
      createEventMessage('update', createPressUpdate('short_release', '2026-11-20T10:00:01Z')),
    );
    const renamed = { type: 'button', id: makeRid(90), metadata: { control_id: 2 } };
    bridge.latestStream.sendEvents(createEventMessage('update', renamed));
    await flushPromises();
    assert.equal(findPresses(changes).length, 1);
    assert.deepEqual(changes.at(-1)?.changed, ['metadata.control_id']);
  });

  it('are reported along with the other changes of the same event, but an old one is not reported again', async () => {
    const changes = await harness.connectAndWatch('button');
    const press = createPressUpdate('short_release', '2026-11-20T10:00:01Z');
    bridge.latestStream.sendEvents(createEventMessage('update', press));
    const withOldPress = { ...press, metadata: { control_id: 3 } };
    bridge.latestStream.sendEvents(createEventMessage('update', withOldPress));
    await flushPromises();
    assert.deepEqual(pressTimes(changes), ['2026-11-20T10:00:01Z']);
    assert.deepEqual(changes.at(-1)?.changed, ['metadata.control_id']);
    assert.deepEqual(changes.at(-1)?.reports, []);
  });

  it('are none when a state holds no event', async () => {
    const changes = await harness.connectAndWatch('button');
    const update = { type: 'button', id: button.id, button: { last_event: null } };
    bridge.latestStream.sendEvents(createEventMessage('update', update));
    bridge.latestStream.sendEvents(createEventMessage('update', update));
    await flushPromises();
    assert.deepEqual(
      changes.map(({ reports }) => reports),
      [[]],
    );
  });
});
