import assert from 'node:assert/strict';
import type { HomeState } from '../../src/bridge/watching/home-state';
import { defaultLimits } from '../../src/bridge/limits';
import { gate } from '../support/gate';
import { settle } from './fake-clock';
import type { FakeClock } from './fake-clock';
import { lamp, ridOf, statusError, unreachable } from './fake-home';
import type { FakeHome } from './fake-home';
import { StreamedHome, brightnessOf, dimmed, message } from './streamed-home';

describe('The event stream', () => {
  let streamed: StreamedHome;
  let clock: FakeClock;
  let home: FakeHome;
  let state: HomeState;

  beforeEach(async () => {
    streamed = await StreamedHome.start();
    ({ clock, home, state } = streamed);
  });
  afterEach(() => streamed.close());

  it('tells a change at once, merged into what was known', async () => {
    const changes = streamed.watch();
    await streamed.connect();
    home.stream.sendEvents(message('update', dimmed(1, 55)));
    await settle();
    const [change] = changes;
    assert.deepEqual(change, {
      kind: 'changed',
      resource: lamp(1, 55),
      previous: lamp(1, 10),
      changed: ['dimming.brightness'],
      cause: 'stream',
      own: false,
    });
    assert.deepEqual(state.mirror.get(ridOf(1)), lamp(1, 55));
  });

  it('keeps the order of updates, also of one resource twice in one message', async () => {
    const changes = streamed.watch();
    await streamed.connect();
    home.stream.sendEvents(
      message('update', dimmed(1, 30), dimmed(1, 40)),
      message('update', dimmed(1, 50)),
    );
    home.stream.sendEvents(message('update', dimmed(1, 60)));
    await settle();
    assert.deepEqual(
      brightnessOf(changes),
      [30, 40, 50, 60].map((brightness) => ({ brightness })),
    );
  });

  it('adds and deletes', async () => {
    const changes = streamed.watch();
    await streamed.connect();
    home.stream.sendEvents(message('add', lamp(3, 33)));
    home.stream.sendEvents(message('delete', { id: ridOf(2), type: 'light' }));
    await settle();
    assert.deepEqual(
      changes.map(({ kind, resource }) => [kind, resource.id]),
      [
        ['added', ridOf(3)],
        ['deleted', ridOf(2)],
      ],
    );
    assert.deepEqual(
      state.mirror.byType('light').map(({ id }) => id),
      [ridOf(1), ridOf(3)],
    );
  });

  it('drops messages that come twice', async () => {
    const changes = streamed.watch();
    await streamed.connect();
    const first = message('update', dimmed(1, 30));
    const second = message('update', dimmed(1, 40));
    home.stream.sendEvents(first, second);
    home.stream.sendEvents(first);
    home.stream.sendEvents(second, first);
    await settle();
    assert.deepEqual(brightnessOf(changes), [{ brightness: 30 }, { brightness: 40 }]);
  });

  it('is connected only once it has greeted, lived a while, and the state was read behind it', async () => {
    streamed.watch();
    await clock.pass(1_000);
    assert.equal(home.streams.length, 1);
    assert.equal(state.mode, 'polling');
    home.stream.greet();
    await clock.pass(400);
    assert.equal(state.mode, 'polling');
    assert.equal(home.count('tree'), 0);
    await clock.pass(200);
    assert.equal(home.count('tree'), 1);
    assert.equal(state.mode, 'stream');
    assert.deepEqual(streamed.modes, ['stream']);
  });

  it('lets nothing fall between the stream and the first state', async () => {
    const changes = streamed.watch();
    await clock.pass(1_000);
    home.stream.greet();
    home.set(lamp(2, 77));
    home.stream.sendEvents(message('update', dimmed(1, 30)));
    await clock.pass(300);
    home.stream.sendEvents(message('update', dimmed(1, 40)));
    home.set(lamp(1, 40));
    await clock.pass(600);
    assert.deepEqual(state.mirror.get(ridOf(1)), lamp(1, 40));
    assert.deepEqual(state.mirror.get(ridOf(2)), lamp(2, 77));
    assert.deepEqual(
      changes.map(({ resource }) => resource),
      [lamp(1, 40), lamp(2, 77)],
    );
  });

  it('tells what came while the first state was read after it, and nothing older', async () => {
    const changes = streamed.watch();
    await clock.pass(1_000);
    home.stream.greet();
    home.set(lamp(1, 30));
    home.stream.sendEvents(message('update', dimmed(1, 30)), message('update', dimmed(2, 31)));
    home.set(lamp(2, 31));
    await clock.pass(100);
    home.set(lamp(1, 40));
    home.stream.sendEvents(message('update', dimmed(1, 40)));
    const answer = gate();
    home.treeGate = answer.opened;
    await clock.pass(1_000);
    home.set(lamp(1, 50));
    home.stream.sendEvents(message('update', dimmed(1, 50)));
    answer.open();
    await clock.pass(100);
    assert.deepEqual(
      changes.map(({ resource }) => resource),
      [lamp(1, 40), lamp(2, 31), lamp(1, 50)],
    );
  });

  it('turns polling into a check while it lives, and back when it ends', async () => {
    streamed.watch();
    await streamed.connect();
    await clock.pass(30_000);
    const before = home.count('light');
    await clock.pass(600_000);
    assert.ok(home.count('light') - before <= 21, `${home.count('light') - before} checks`);
    home.streamFailure = unreachable();
    home.stream.end();
    await settle();
    assert.equal(state.mode, 'polling');
    const ended = home.count('light');
    await clock.pass(60_000);
    assert.ok(home.count('light') - ended >= 12);
  });

  it('keeps giving the state at the interval that was asked for', async () => {
    const times: number[] = [];
    state.watch({ rtype: 'light', interval: 5_000, onPoll: () => times.push(clock.now()) });
    await streamed.connect();
    times.length = 0;
    await clock.pass(60_000);
    assert.ok(times.length >= 11 && times.length <= 13, `${times.length} times`);
    assert.ok(home.count('light') < 6);
  });

  it('finds after a gap what changed, appeared and vanished', async () => {
    const changes = streamed.watch();
    await streamed.connect();
    home.stream.end();
    home.streamFailure = unreachable();
    home.failure = unreachable();
    home.set(lamp(1, 99));
    home.set(lamp(3, 30));
    home.resources.delete(ridOf(2));
    home.greets = true;
    await clock.pass(300_000);
    assert.equal(changes.length, 0);
    home.failure = undefined;
    home.streamFailure = undefined;
    await clock.pass(60_000);
    assert.deepEqual(
      changes.map(({ kind, resource, cause }) => [kind, resource.id, cause]),
      [
        ['changed', ridOf(1), 'gap'],
        ['added', ridOf(3), 'gap'],
        ['deleted', ridOf(2), 'gap'],
      ],
    );
    assert.equal(state.mode, 'stream');
    assert.deepEqual([...state.mirror.all()].length, home.resources.size);
  });

  it('leaves a bridge without a stream to polling, and asks again only after long', async () => {
    home.streamStatus = 404;
    const changes = streamed.watch();
    await clock.pass(1_800_000);
    assert.equal(home.streams.length, 1);
    assert.equal(state.mode, 'polling');
    home.set(lamp(1, 40));
    await clock.pass(5_500);
    assert.deepEqual(brightnessOf(changes), [{ brightness: 40 }]);
    assert.deepEqual(streamed.warnings, []);
  });

  it('says that the key is refused, and does not go on asking', async () => {
    home.streamStatus = 403;
    streamed.watch();
    await clock.pass(200_000);
    assert.equal(home.streams.length, 1);
    assert.equal(streamed.warnings.length, 1);
    assert.match(streamed.warnings[0] ?? '', /key/);
  });

  for (const [what, set] of [
    ['429', () => (home.streamStatus = 429)],
    ['HTML', () => (home.streamType = 'text/html')],
    ['503', () => (home.streamStatus = 503)],
  ] as const) {
    it(`is never connected to a bridge that answers ${what}, and does not storm it`, async () => {
      set();
      streamed.watch();
      await clock.pass(600_000);
      assert.deepEqual(streamed.modes, []);
      assert.ok(home.streams.length < 35, `${home.streams.length} attempts in ten minutes`);
    });
  }

  it('takes more and more time when the bridge drops every stream at once', async () => {
    streamed.watch();
    for (let tenth = 0; tenth < 6_000; tenth += 1) {
      const { length } = home.streams;
      await clock.pass(100);
      if (home.streams.length > length) {
        home.stream.greet();
        await clock.pass(90);
        home.stream.end();
      }
    }
    assert.deepEqual(streamed.modes, []);
    assert.equal(home.count('tree'), 0);
    assert.ok(home.streams.length < 40, `${home.streams.length} attempts in ten minutes`);
  });

  it('comes back quickly when a stream ends that has lived long', async () => {
    streamed.watch();
    for (let time = 0; time < 20; time += 1) {
      await streamed.connect();
      await clock.pass(60_000);
      home.stream.end();
      await clock.pass(1_500);
    }
    assert.equal(home.streams.length, 21);
  });

  it('ends the stream when the bridge turns out to be gone', async () => {
    streamed.watch();
    await streamed.connect();
    home.failure = unreachable();
    await clock.pass(defaultLimits.streamCheck + 5_000);
    assert.equal(state.mode, 'polling');
    assert.equal(home.streams[0]?.open, false);
    home.failure = undefined;
    await clock.pass(60_000);
    home.stream.greet();
    await clock.pass(1_000);
    assert.equal(state.mode, 'stream');
  });

  it('lives on while the bridge is only busy', async () => {
    const changes = await streamed.connectWatching('light');
    await clock.pass(31_000);
    home.failure = statusError(429, 'ERR_BRIDGE_TOO_MANY_REQUESTS');
    await clock.pass(120_000);
    assert.equal(state.mode, 'stream');
    home.stream.sendEvents(message('update', dimmed(1, 64)));
    await settle();
    assert.deepEqual(brightnessOf(changes), [{ brightness: 64 }]);
  });

  it('knows that joining it read everything', async () => {
    await streamed.connectWatching('light');
    assert.ok(state.mirror.refreshedAt instanceof Date);
  });

  it('is opened for the first watcher and closed after the last, but not for a moment in between', async () => {
    const one = state.watch({ rtype: 'light', interval: 5_000 });
    await streamed.connect();
    one.stop();
    await clock.pass(500);
    const two = state.watch({ rtype: 'room', interval: 5_000 });
    await clock.pass(5_000);
    assert.equal(home.streams.length, 1);
    assert.equal(home.stream.open, true);
    two.stop();
    await clock.pass(5_000);
    assert.equal(home.stream.open, false);
    assert.equal(state.mode, 'polling');
  });

  it('checks also what looks as before, since events may have been lost or wrong', async () => {
    const changes = await streamed.connectWatching('light');
    await clock.pass(31_000);
    home.stream.sendEvents(message('update', dimmed(1, 64)));
    await clock.pass(31_000);
    assert.deepEqual(
      brightnessOf(changes),
      [64, 10].map((brightness) => ({ brightness })),
    );
  });

  it('checks again what an event touched while a check was under way', async () => {
    const changes = await streamed.connectWatching('light');
    await clock.pass(31_000);
    const held = gate();
    home.gate = held.opened;
    await clock.pass(30_000);
    home.stream.sendEvents(message('update', dimmed(1, 64)));
    await settle();
    held.open();
    home.gate = undefined;
    await clock.pass(1_000);
    assert.deepEqual(brightnessOf(changes), [{ brightness: 64 }]);
    await clock.pass(31_000);
    assert.deepEqual(changes.at(-1)?.resource, lamp(1, 10));
  });

  it('does not let a check bring back what an event has already changed', async () => {
    const changes = streamed.watch();
    await streamed.connect();
    await clock.pass(10_000);
    const held = gate();
    home.gate = held.opened;
    await clock.pass(30_000);
    home.stream.sendEvents(message('update', dimmed(1, 64)));
    home.set(lamp(1, 64));
    await settle();
    held.open();
    home.gate = undefined;
    await clock.pass(60_000);
    assert.deepEqual(brightnessOf(changes), [{ brightness: 64 }]);
  });

  it('passes what it does not know on untouched', async () => {
    await streamed.connectWatching('light');
    const odd = { type: 'flux_capacitor', id: 'not-a-uuid', level: { now: null }, more: [1, [2]] };
    home.stream.sendEvents(message('add', odd));
    home.stream.sendEvents(
      message('update', { type: 'flux_capacitor', id: 'not-a-uuid', level: { now: 3, x: 1 } }),
    );
    await settle();
    assert.deepEqual(state.mirror.get('not-a-uuid'), { ...odd, level: { now: 3, x: 1 } });
  });

  it('keeps what null means', async () => {
    const changes = await streamed.connectWatching('light');
    const update = { type: 'light', id: ridOf(1), color_temperature: { mirek: null } };
    home.stream.sendEvents(message('update', update));
    await settle();
    assert.deepEqual(changes[0]?.resource['color_temperature'], { mirek: null });
  });

  it('looks at the type when it hears of a resource that it does not know', async () => {
    const changes = await streamed.connectWatching('light');
    home.set(lamp(7, 70));
    home.stream.sendEvents(message('update', dimmed(7, 70)));
    await clock.pass(2_000);
    assert.equal(changes[0]?.kind, 'added');
    assert.deepEqual(changes.at(-1)?.resource, lamp(7, 70));
    assert.deepEqual(state.mirror.get(ridOf(7)), lamp(7, 70));
  });

  it('knows its own commands from those of others', async () => {
    const changes = await streamed.connectWatching('light');
    state.noteWrite(ridOf(1));
    home.stream.sendEvents(message('update', dimmed(1, 5), dimmed(2, 5)));
    await clock.pass(10_000);
    home.stream.sendEvents(message('update', dimmed(1, 6)));
    await settle();
    assert.deepEqual(
      changes.map(({ own }) => own),
      [true, false, false],
    );
  });
});
