import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge/limits';
import { OwnWrites } from '../../src/bridge/state/own-writes';
import { ResourceStore } from '../../src/bridge/state/resource-store';
import type { HomeState } from '../../src/bridge/watching/home-state';
import { gate } from '../support/gate';
import type { FakeClock } from './fake-clock';
import { lamp, pausesBetween, ridOf, statusError } from './fake-home';
import type { FakeHome } from './fake-home';
import { StreamedHome } from './streamed-home';

const {
  shortestPoll,
  pollSpacing,
  lateAnswer,
  pollStagger,
  typeCheck,
  rememberedWrites,
  ownWindow,
} = defaultLimits;

describe('The bounds of watching', () => {
  let streamed: StreamedHome;
  let clock: FakeClock;
  let home: FakeHome;
  let state: HomeState;
  let reads: { what: string; at: number }[];

  beforeEach(async () => {
    streamed = await StreamedHome.start();
    ({ clock, home, state } = streamed);
    home.streamStatus = 404;
    reads = [];
    const read = home.readCollection.bind(home);
    home.readCollection = (rtype) => {
      reads.push({ what: rtype, at: clock.now() });
      return read(rtype);
    };
  });
  afterEach(() => streamed.close());

  const timesOf = (what: string): number[] =>
    reads.filter((read) => read.what === what).map(({ at }) => at);

  it('shortestPoll: nobody has a type polled more often', async () => {
    state.watch({ rtype: 'light', interval: 1 });
    await clock.pass(shortestPoll / 2);
    state.watch({ rtype: 'light', interval: 10 });
    await clock.pass(60_000);
    const times = timesOf('light');
    assert.ok(times.length > 50);
    assert.ok(Math.min(...pausesBetween(times)) > shortestPoll - 0.001);
  });

  it('pollSpacing: polls that flows ask for follow one another no faster', async () => {
    const watch = state.watch({ rtype: 'light', interval: 3_600_000 });
    await clock.pass(10_000);
    reads.length = 0;
    for (let time = 0; time < 100; time += 1) {
      void watch.pollNow();
      await clock.pass(20);
    }
    await clock.pass(pollSpacing);
    const pauses = pausesBetween(timesOf('light'));
    assert.ok(pauses.length >= 8, `${pauses.length} polls in two seconds`);
    assert.ok(Math.min(...pauses) >= pollSpacing);
  });

  it('lateAnswer: an answer that took longer does not say when something happened', async () => {
    const changes = streamed.watch();
    await clock.pass(6_000);
    for (const [brightness, wait] of [
      [41, lateAnswer - 1],
      [42, lateAnswer + 1],
    ] as const) {
      const answer = gate();
      home.gate = answer.opened;
      home.set(lamp(1, brightness));
      const before = timesOf('light').length;
      while (timesOf('light').length === before) await clock.pass(1);
      await clock.pass(wait);
      answer.open();
      await clock.pass(1);
    }
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      ['poll', 'gap'],
    );
  });

  it('pollStagger: the first polls of several types come one after the other', async () => {
    const rtypes = ['light', 'room', 'motion', 'temperature', 'scene'] as const;
    for (const rtype of rtypes) state.watch({ rtype, interval: 3_600_000 });
    await clock.pass(1_000);
    assert.deepEqual(
      reads.map(({ what }) => what),
      rtypes,
    );
    assert.deepEqual(
      pausesBetween(reads.map(({ at }) => at)),
      rtypes.slice(1).map(() => pollStagger),
    );
  });

  it('typeCheck: a type that may not be read is asked for less and less, but goes on being asked for', async () => {
    state.watch({ rtype: 'light', interval: 5_000 });
    home.failuresByType.set('light', statusError(405, 'ERR_BRIDGE_METHOD_NOT_ALLOWED'));
    await clock.pass(6 * typeCheck);
    const pauses = pausesBetween(timesOf('light'));
    assert.equal(Math.max(...pauses), typeCheck);
    assert.equal(pauses.at(-1), typeCheck);
  });

  it('ownWindow and rememberedWrites: a write explains changes for a while, the oldest is forgotten first', async () => {
    const writes = new OwnWrites(new ResourceStore(), clock, defaultLimits);
    const explains = (number: number): boolean => writes.explain(lamp(number, 1), clock.now());
    for (let number = 0; number <= rememberedWrites; number += 1) writes.note(ridOf(number));
    assert.equal(explains(0), false);
    assert.equal(explains(1), true);
    await clock.pass(ownWindow);
    assert.equal(explains(1), true);
    await clock.pass(1);
    assert.equal(explains(1), false);
  });
});
