import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge/limits';
import { pause } from '../../src/bridge/time/clock';
import type { HomeState } from '../../src/bridge/watching/home-state';
import { gate } from '../support/gate';
import type { FakeClock } from './fake-clock';
import { lamp, pausesBetween } from './fake-home';
import type { FakeHome } from './fake-home';
import { StreamedHome, brightnessOf, dimmed, message } from './streamed-home';

const {
  firstRetry,
  eventSize,
  streamCheck,
  streamProof,
  streamSettled,
  streamMissing,
  streamLinger,
  waitingEvents,
} = defaultLimits;

describe('The bounds of the event stream', () => {
  let streamed: StreamedHome;
  let clock: FakeClock;
  let home: FakeHome;
  let state: HomeState;

  beforeEach(async () => {
    streamed = await StreamedHome.start();
    ({ clock, home, state } = streamed);
    // Chance makes every wait as long as its middle.
    clock.random = () => 0.5;
  });
  afterEach(() => streamed.close());

  it('streamProof: a stream counts as connected once it has lived so long', async () => {
    streamed.watch();
    await clock.pass(1_000);
    home.stream.greet();
    await clock.pass(streamProof - 1);
    assert.equal(state.mode, 'polling');
    await clock.pass(1);
    assert.equal(state.mode, 'stream');
  });

  /**
   * Ends each stream so long after it was asked for, and makes sure that so much time passes before the next is.
   */
  const assertWaits = async (
    steps: readonly (readonly [endedAfter: number, wait: number])[],
  ): Promise<void> => {
    home.greets = true;
    streamed.watch();
    await clock.pass(100);
    const endedAt: number[] = [];
    for (const [endedAfter, wait] of steps) {
      await clock.pass((streamed.streamsAt.at(-1) ?? 0) + endedAfter - clock.now());
      home.stream.end();
      endedAt.push(clock.now());
      await clock.pass(wait);
    }
    assert.deepEqual(
      streamed.streamsAt.slice(1).map((at, index) => at - (endedAt[index] ?? 0)),
      steps.map(([, wait]) => wait),
    );
  };

  it('streamSettled: the waits start small again only after a stream that lived so long', () =>
    assertWaits([
      [streamProof, firstRetry],
      [streamProof, firstRetry * 2],
      [streamSettled - 1, firstRetry * 4],
      [streamSettled, firstRetry],
    ]));

  it('streamSettled: a stream lives from its head on, however long the bridge took to send that', () => {
    home.beforeStream = (signal) => pause(clock, streamSettled, signal);
    return assertWaits([
      [streamSettled, firstRetry],
      [streamSettled + streamProof, firstRetry * 2],
      [2 * streamSettled - 1, firstRetry * 4],
      [2 * streamSettled, firstRetry],
    ]);
  });

  it('streamCheck: a stream that never greets is given up after it', async () => {
    streamed.watch();
    await clock.pass(streamCheck - 1);
    assert.equal(home.stream.open, true);
    await clock.pass(1);
    assert.equal(home.stream.open, false);
  });

  it('streamCheck: what the stream tells is checked as often, and what it missed is noticed', async () => {
    const polls: number[] = [];
    const read = home.readCollection.bind(home);
    home.readCollection = (rtype) => {
      polls.push(clock.now());
      return read(rtype);
    };
    const changes = await streamed.connectWatching('light');
    polls.length = 0;
    await clock.pass(10 * streamCheck);
    assert.deepEqual(
      pausesBetween(polls),
      polls.slice(1).map(() => streamCheck),
    );
    assert.ok(polls.length >= 9);
    home.set(lamp(1, 42));
    await clock.pass((polls.at(-1) ?? 0) + streamCheck - clock.now());
    assert.deepEqual(brightnessOf(changes), [{ brightness: 42 }]);
    await clock.pass(streamCheck / 10 - 1);
    assert.equal(home.streams[0]?.open, true);
    await clock.pass(1);
    assert.equal(home.streams[0]?.open, false);
  });

  it('eventSize: an event up to it is taken, the stream of a larger one is given up', async () => {
    const changes = await streamed.connectWatching('light');
    const eventOf = (brightness: number, more: string): string =>
      JSON.stringify([
        { id: `event ${brightness}`, type: 'update', data: [{ ...dimmed(1, brightness), more }] },
      ]);
    const empty = eventOf(10, '').length;
    const send = async (brightness: number, size: number): Promise<void> => {
      const text = `data: ${eventOf(brightness, 'x'.repeat(size - empty))}\n\n`;
      for (let from = 0; from < text.length; from += 65_536) {
        home.stream.send(text.slice(from, from + 65_536));
      }
      await clock.pass(100);
    };
    await send(41, eventSize);
    assert.deepEqual(brightnessOf(changes), [{ brightness: 41 }]);
    assert.equal(home.streams[0]?.open, true);
    await send(42, eventSize + 1);
    assert.equal(home.streams[0]?.open, false);
    assert.ok(!JSON.stringify(brightnessOf(changes)).includes('42'));
  });

  it('streamMissing: a bridge without an event stream is asked for one again after long', async () => {
    home.streamStatus = 404;
    streamed.watch();
    await clock.pass(2 * streamMissing);
    assert.deepEqual(pausesBetween(streamed.streamsAt), [streamMissing, streamMissing]);
  });

  it('streamLinger: the event stream outlives its last watcher for a moment, and no longer', async () => {
    const watch = state.watch({ rtype: 'light', interval: 5_000 });
    await streamed.connect();
    watch.stop();
    await clock.pass(streamLinger - 1);
    assert.equal(home.stream.open, true);
    await clock.pass(1);
    assert.equal(home.stream.open, false);
  });

  it('waitingEvents: no more wait for the first state; the stream is begun again', async () => {
    const changes = streamed.watch();
    const firstState = gate();
    await clock.pass(1_000);
    home.gate = firstState.opened;
    home.stream.greet();
    await clock.pass(1_000);
    const event = message('update', dimmed(1, 77));
    home.stream.sendEvents(...Array.from({ length: waitingEvents }, () => event));
    await clock.pass(100);
    assert.equal(home.stream.open, true);
    home.stream.sendEvents(message('update', dimmed(1, 78)));
    await clock.pass(100);
    assert.equal(home.streams[0]?.open, false);
    assert.ok(streamed.warnings.some((warning) => warning.includes('more events than can wait')));
    firstState.open();
    await clock.pass(1_000);
    assert.deepEqual(brightnessOf(changes), []);
  });
});
