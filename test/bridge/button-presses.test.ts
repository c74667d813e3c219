import assert from 'node:assert/strict';
import type { Change } from '../../src/bridge';
import { member } from '../../src/resources';
import { gate } from '../support/gate';
import { settle } from './fake-clock';
import type { FakeClock } from './fake-clock';
import { ridOf } from './fake-home';
import type { FakeHome } from './fake-home';
import { StreamedHome, button, message } from './streamed-home';

const pressed = (event: string, updated: string): typeof button => ({
  type: 'button',
  id: button.id,
  button: { button_report: { event, updated }, last_event: event },
});

describe('Presses of buttons', () => {
  let streamed: StreamedHome;
  let clock: FakeClock;
  let home: FakeHome;

  beforeEach(async () => {
    streamed = await StreamedHome.start();
    ({ clock, home } = streamed);
  });
  afterEach(() => streamed.close());

  const presses = (changes: readonly Change[]): unknown[] =>
    changes
      .filter(({ cause, changed }) => cause === 'stream' && changed.includes('button.last_event'))
      .map(({ resource }) => resource['button']);

  it('tell every press, also the same one again', async () => {
    const changes = await streamed.connectWatching('button');
    home.stream.sendEvents(message('update', pressed('short_release', '2026-11-20T10:00:01Z')));
    home.stream.sendEvents(message('update', pressed('short_release', '2026-11-20T10:00:02Z')));
    await settle();
    assert.equal(presses(changes).length, 2);
  });

  it('tell every press on firmware that gives no times', async () => {
    const changes = await streamed.connectWatching('button');
    const bare = { type: 'button', id: ridOf(90), button: { last_event: 'short_release' } };
    home.stream.sendEvents(message('update', bare));
    home.stream.sendEvents(message('update', bare));
    await settle();
    assert.equal(presses(changes).length, 2);
  });

  it('tell no press twice, even under another message id', async () => {
    const changes = await streamed.connectWatching('button');
    const press = pressed('short_release', '2026-11-20T10:00:01Z');
    home.stream.sendEvents(message('update', press));
    home.stream.sendEvents(message('update', press));
    await settle();
    assert.equal(presses(changes).length, 1);
  });

  it('tell no press from the first state, a check or a reconnect', async () => {
    const changes = streamed.watch('button');
    await clock.pass(500);
    home.set({
      ...pressed('short_release', '2026-11-20T10:00:01Z'),
      type: 'button',
      id: ridOf(90),
    });
    await streamed.connect();
    home.set(pressed('long_press', '2026-11-20T10:00:02Z'));
    await clock.pass(60_000);
    home.stream.end();
    home.set(pressed('repeat', '2026-11-20T10:00:03Z'));
    await clock.pass(60_000);
    assert.equal(presses(changes).length, 0);
    assert.ok(changes.every(({ cause }) => cause !== 'stream'));
  });

  it('tell the press that comes while the first state is read', async () => {
    const changes = streamed.watch('button');
    await clock.pass(1_000);
    home.stream.greet();
    const press = pressed('initial_press', '2026-11-20T10:00:01Z');
    home.set(press);
    home.stream.sendEvents(message('update', press));
    await clock.pass(1_000);
    assert.equal(presses(changes).length, 1);
  });

  /** Times of the presses that were told as news, in the order they were told. */
  const timesOf = (changes: readonly Change[]): unknown[] =>
    changes
      .filter(({ cause }) => cause !== 'gap')
      .map(({ resource }) => member(resource, 'button', 'button_report', 'updated'));

  it('tell the press that came after the last poll and before the stream was open again', async () => {
    const changes = await streamed.connectWatching('button');
    home.stream.end();
    home.streamStatus = 503;
    await clock.pass(20_000);
    home.streamStatus = 200;
    const streams = home.streams.length;
    while (home.streams.length === streams) await clock.pass(100);
    home.set(pressed('short_release', '2026-11-20T10:00:01Z'));
    home.stream.greet();
    await clock.pass(1_000);
    assert.equal(streamed.state.mode, 'stream');
    const later = pressed('short_release', '2026-11-20T10:00:02Z');
    home.set(later);
    home.stream.sendEvents(message('update', later));
    await settle();
    assert.deepEqual(timesOf(changes), ['2026-11-20T10:00:01Z', '2026-11-20T10:00:02Z']);
    assert.equal(changes[0]?.cause, 'poll');
    await clock.pass(5_000);
    assert.equal(changes.length, 2);
  });

  /** Presses the button while the stream is joined, which does not tell of it. */
  const pressWhileJoining = async (): Promise<Change[]> => {
    const changes = streamed.watch('button');
    await clock.pass(1_000);
    home.stream.greet();
    home.set(pressed('short_release', '2026-11-20T10:00:01Z'));
    return changes;
  };

  it('tell it without a later one, too, once no event can be on its way', async () => {
    const changes = await pressWhileJoining();
    await clock.pass(1_900);
    assert.deepEqual(timesOf(changes), []);
    await clock.pass(200);
    assert.deepEqual(timesOf(changes), ['2026-11-20T10:00:01Z']);
  });

  it('are none when the machine slept before it was known whether an event tells them', async () => {
    const changes = await pressWhileJoining();
    await clock.pass(600);
    clock.sleep(3_600_000);
    await clock.pass(2_000);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['gap'],
    );
  });

  for (const [when, waits] of [
    ['after', 1_000],
    ['before', 300],
  ] as const) {
    it(`are told in their order when their events come just ${when} the first state is read`, async () => {
      const changes = streamed.watch('button');
      await clock.pass(1_000);
      home.stream.greet();
      home.set(pressed('short_release', '2026-11-20T10:00:01.500Z'));
      await clock.pass(waits);
      home.stream.sendEvents(
        message('update', pressed('initial_press', '2026-11-20T10:00:01.000Z')),
        message('update', pressed('short_release', '2026-11-20T10:00:01.500Z')),
      );
      await clock.pass(5_000);
      assert.deepEqual(timesOf(changes), ['2026-11-20T10:00:01.000Z', '2026-11-20T10:00:01.500Z']);
    });
  }

  it('are told in their order when a poll finds the last while the first state is read', async () => {
    const changes: Change[] = [];
    const onChange = (change: Change): void => void changes.push(change);
    streamed.state.watch({ rtype: 'button', interval: 1_000, onChange });
    await clock.pass(2_000);
    const answer = gate();
    home.treeGate = answer.opened;
    home.stream.greet();
    await clock.pass(600);
    home.stream.sendEvents(
      message('update', pressed('initial_press', '2026-11-20T10:00:01.000Z')),
      message('update', pressed('short_release', '2026-11-20T10:00:01.500Z')),
    );
    home.set(pressed('short_release', '2026-11-20T10:00:01.500Z'));
    await clock.pass(1_200);
    answer.open();
    await clock.pass(5_000);
    assert.deepEqual(timesOf(changes), ['2026-11-20T10:00:01.000Z', '2026-11-20T10:00:01.500Z']);
  });

  it('without times are told once when the first state shows them already', async () => {
    const changes = streamed.watch('button');
    await clock.pass(1_000);
    home.stream.greet();
    const bare = { type: 'button', id: button.id, button: { last_event: 'long_release' } };
    home.set({ ...button, ...bare });
    home.stream.sendEvents(message('update', bare));
    await clock.pass(5_000);
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['gap', 'stream'],
    );
  });

  it('tell no press for an event about something else of the button', async () => {
    const changes = await streamed.connectWatching('button');
    home.stream.sendEvents(message('update', pressed('short_release', '2026-11-20T10:00:01Z')));
    const renamed = { type: 'button', id: ridOf(90), metadata: { control_id: 2 } };
    home.stream.sendEvents(message('update', renamed));
    await settle();
    assert.equal(presses(changes).length, 1);
    assert.deepEqual(changes.at(-1)?.changed, ['metadata.control_id']);
  });
});
