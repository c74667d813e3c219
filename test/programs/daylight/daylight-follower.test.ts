import assert from 'node:assert/strict';
import { DaylightFollower } from '../../../src/programs/daylight-follower';
import type { DaylightFollowerOptions } from '../../../src/programs/daylight-follower';
import { createTableCurve } from '../../../src/programs/daylight-curve';
import type { DaylightCurve } from '../../../src/programs/daylight-curve';
import { getNestedMember } from '../../../src/resources/members';
import { mirekToXy } from '../../../src/units/color';
import { id } from '../../vocabulary/support/sample-resources';
import { FakeHome } from '../support/fake-home';

const lamp = id(800);
const minute = 60_000;
const hour = 60 * minute;
/** Rises for twelve hours, then falls. */
const curve = createTableCurve([
  { minute: 0, kelvin: 2500, brightness: 20 },
  { minute: 720, kelvin: 5000, brightness: 100 },
]);

const follow = (
  home: FakeHome,
  options: Partial<DaylightFollowerOptions> & { curve?: DaylightCurve } = {},
  listLamps = (): readonly string[] => [...home.lamps.keys()],
  busy: (readonly [string, string])[] = [],
): DaylightFollower => {
  const follower = new DaylightFollower(
    home.programs,
    {
      listLamps,
      onChange: () => undefined,
      onBusy: ({ rid, program }) => busy.push([rid, program.content.kind]),
    },
    { node: { id: 'hall', name: 'Hall' }, curve, resumeAfter: Infinity, ...options },
  );
  follower.start();
  return follower;
};

const lastWhite = (home: FakeHome): unknown =>
  getNestedMember(home.sent.at(-1)?.members, 'color_temperature', 'mirek');

describe('A lamp that follows the day', () => {
  let home: FakeHome;
  const turn = (on: boolean, rid = lamp): void => home.change(rid, { on: { on } });
  beforeEach(() => {
    home = new FakeHome(1);
    turn(false);
  });

  it('has the light of the time in the moment in which it comes on', () => {
    follow(home);
    assert.deepEqual(home.sent, []);
    turn(true);
    const { mirek, brightness } = curve(home.clock.wallTime());
    assert.deepEqual(
      home.sent.map(({ at, members }) => [at, members]),
      [[home.clock.now(), { color_temperature: { mirek }, dimming: { brightness } }]],
    );
    assert.deepEqual(
      home.programs.list().map(({ content, lamps }) => [content.kind, lamps]),
      [['daylight', [lamp]]],
    );
  });

  it('has it at once when it is on already, and when it gets power again', () => {
    turn(true);
    follow(home);
    assert.equal(home.sent.length, 1);
    home.unreachable.add(lamp);
    home.programs.observeConnectivity([lamp]);
    assert.deepEqual(home.programs.list(), []);
    home.unreachable.delete(lamp);
    home.programs.observeConnectivity([lamp]);
    assert.equal(home.sent.length, 2);
  });

  it('has it at once when it comes on after a request that it did not take, since it was off by then', async () => {
    home.withoutPower.add(lamp);
    turn(true);
    follow(home);
    await home.clock.advance(0);
    turn(false);
    assert.deepEqual(home.programs.list(), []);
    home.withoutPower.delete(lamp);
    const sentBefore = home.sent.length;
    turn(true);
    assert.equal(home.sent.length, sentBefore + 1);
  });

  it('is left alone once somebody else sets its brightness or colour, until it is off', async () => {
    const follower = follow(home);
    turn(true);
    home.change(lamp, { dimming: { brightness: 3 } });
    assert.deepEqual(follower.count(), { following: 0, overridden: 1, busy: 0, off: 0 });
    const sentBefore = home.sent.length;
    await home.clock.advance(6 * hour);
    assert.equal(home.sent.length, sentBefore);
    turn(false);
    assert.deepEqual(follower.count(), { following: 0, overridden: 0, busy: 0, off: 1 });
    turn(true);
    assert.equal(home.sent.length, sentBefore + 1);
    home.change(lamp, { color: { xy: { x: 0.6, y: 0.3 } } });
    assert.equal(follower.count().overridden, 1);
  });

  it('goes on if it reports its white as a colour, and is left alone once it shows another', async () => {
    const follower = follow(home);
    turn(true);
    const report = (mirek: number, own: boolean): void =>
      home.change(lamp, { color: { xy: mirekToXy(mirek) } }, own);
    for (const own of [true, false]) {
      await home.clock.advance(90 * minute);
      await home.clock.advance(1_500);
      report(curve(home.clock.wallTime()).mirek, own);
      assert.equal(follower.count().following, 1);
    }
    report(curve(home.clock.wallTime()).mirek - 120, false);
    assert.equal(follower.count().overridden, 1);
  });

  it('is not taken back by a further change of a lamp that is left alone, such as of its effect', () => {
    const follower = follow(home);
    turn(true);
    home.change(lamp, { dimming: { brightness: 3 } });
    const sentBefore = home.sent.length;
    home.change(lamp, { dimming: { brightness: 4 } });
    home.change(lamp, { effects: { status: 'candle' } });
    assert.equal(follower.count().overridden, 1);
    assert.equal(home.sent.length, sentBefore);
  });

  it('is left alone for a time only, where one is set', async () => {
    const follower = follow(home, { resumeAfter: hour });
    turn(true);
    home.change(lamp, { dimming: { brightness: 3 } });
    await home.clock.advance(hour - 1);
    assert.equal(follower.count().overridden, 1);
    await home.clock.advance(1);
    assert.equal(follower.count().following, 1);
    assert.equal(lastWhite(home), curve(home.clock.wallTime()).mirek);
  });

  it('is left alone no longer after the machine slept, since the time is that of the day', async () => {
    const follower = follow(home, { resumeAfter: hour });
    turn(true);
    home.change(lamp, { dimming: { brightness: 3 } });
    await home.clock.advance(10 * minute);
    home.clock.suspend(45 * minute);
    await home.clock.advance(5 * minute - 1);
    assert.equal(follower.count().overridden, 1);
    await home.clock.advance(1);
    assert.equal(follower.count().following, 1);
    home.change(lamp, { dimming: { brightness: 3 } });
    home.clock.suspend(10 * hour);
    await home.clock.advance(minute);
    assert.equal(follower.count().following, 1);
  });

  it('is taken back on request, and through a deploy stays alone as long as before', async () => {
    const follower = follow(home, { resumeAfter: hour });
    turn(true);
    home.change(lamp, { dimming: { brightness: 3 } });
    await home.clock.advance(hour / 2);
    const overrides = follower.stop();
    assert.deepEqual(home.programs.list(), []);
    follower.start(overrides);
    assert.equal(follower.count().overridden, 1);
    await home.clock.advance(hour / 2);
    assert.equal(follower.count().following, 1);
    home.change(lamp, { dimming: { brightness: 3 } });
    follower.resume();
    assert.equal(follower.count().following, 1);
    await home.clock.advance(hour / 2);
    home.change(lamp, { dimming: { brightness: 3 } });
    await home.clock.advance(hour / 2);
    assert.equal(follower.count().overridden, 1, 'for an hour of its own');
  });

  it('is left alone by a command or a scene that turns it on as it sets it', () => {
    const follower = follow(home);
    home.programs.observeWrite({
      rid: lamp,
      members: { on: { on: true }, color_temperature: { mirek: 300 } },
    });
    turn(true);
    assert.deepEqual([follower.count().overridden, home.sent], [1, []]);
    turn(false);
    home.change(lamp, { on: { on: true }, color: { xy: { x: 0.6, y: 0.3 } } });
    assert.deepEqual([follower.count().overridden, home.sent], [1, []]);
  });

  it('is left to another program, and follows again after that', async () => {
    const follower = follow(home);
    turn(true);
    const steps = [{ members: { dimming: { brightness: 1 } }, duration: 10_000 }];
    home.programs.start({
      target: { rid: lamp, rtype: 'light' },
      lamps: [lamp],
      properties: ['brightness', 'color'],
      content: { kind: 'sequence', steps, rounds: 1, seed: null },
      startedAt: home.clock.wallTime(),
    });
    assert.equal(follower.count().following, 0);
    home.change(lamp, { dimming: { brightness: 1 } }, true);
    assert.equal(follower.count().overridden, 0, 'the step of a program is nobody who sets it');
    await home.clock.advance(10_000);
    assert.equal(follower.count().following, 1);
    assert.equal(lastWhite(home), curve(home.clock.wallTime()).mirek);
  });

  it('follows the first of two, and the second once the first has ended', () => {
    const busy: (readonly [string, string])[] = [];
    turn(true);
    const first = follow(home);
    const second = follow(home, { node: { id: 'other' } }, undefined, busy);
    assert.deepEqual(busy, [[lamp, 'daylight']]);
    assert.deepEqual([first.count().following, second.count().busy], [1, 1]);
    const [blocked] = second.listBusy();
    assert.deepEqual(blocked?.program.content, {
      kind: 'daylight',
      node: { id: 'hall', name: 'Hall' },
    });
    first.stop();
    assert.deepEqual([second.count().following, second.listBusy()], [1, []]);
    first.start();
    assert.deepEqual([first.listBusy().length, second.count().following], [1, 1]);
  });

  it('runs another program only where one does, not for a plug nor while nothing is to follow', () => {
    turn(true);
    const follower = follow(home);
    follower.stop();
    assert.deepEqual(follower.count(), { following: 0, overridden: 0, busy: 0, off: 0 });
    home.lamps.set(lamp, { id: lamp, type: 'light', on: { on: true } });
    follower.start();
    assert.equal(follower.count().busy, 0);
  });

  it('distinguishes a person from its own request by what the lamp shows, a second after that', async () => {
    const follower = follow(home);
    turn(true);
    home.change(lamp, { dimming: { brightness: 80 } }, true);
    assert.equal(follower.count().following, 1);
    await home.clock.advance(1_000);
    home.change(lamp, { dimming: { brightness: 77 } }, true);
    assert.equal(follower.count().overridden, 1);
  });

  it('is left alone for the same time after a command that ended another program', async () => {
    const follower = follow(home, { resumeAfter: hour });
    turn(true);
    home.programs.start({
      target: { rid: lamp, rtype: 'light' },
      lamps: [lamp],
      properties: ['brightness', 'color'],
      content: {
        kind: 'sequence',
        steps: [{ members: { dimming: { brightness: 1 } }, duration: 10_000 }],
        rounds: null,
        seed: null,
      },
      startedAt: home.clock.wallTime(),
    });
    assert.equal(follower.count().busy, 1);
    const members = { dimming: { brightness: 9 } };
    home.programs.observeWrite({ rid: lamp, members });
    assert.equal(follower.count().overridden, 1);
    await home.clock.advance(hour);
    assert.equal(follower.count().following, 1);
  });

  it('follows as soon as it is in a group that does, and no longer once it is not', () => {
    const inRoom: string[] = [];
    const follower = follow(home, {}, () => inRoom);
    turn(true);
    assert.deepEqual(home.programs.list(), []);
    inRoom.push(lamp);
    follower.refreshLamps();
    assert.equal(home.programs.list().length, 1);
    inRoom.pop();
    follower.refreshLamps();
    assert.deepEqual(home.programs.list(), []);
  });

  it('follows in brightness alone where it has no white, and in white alone where no brightness is set', () => {
    const dimmable = { ...home.lamps.get(lamp), id: lamp, type: 'light' };
    home.lamps.set(lamp, { ...dimmable, color_temperature: undefined, color: undefined });
    const follower = follow(home);
    turn(true);
    assert.deepEqual(Object.keys(home.sent[0]?.members ?? {}), ['dimming']);
    follower.stop();
    home.lamps.set(lamp, dimmable);
    follow(home, { curve: () => ({ mirek: 300 }) });
    turn(false);
    turn(true);
    assert.deepEqual(home.sent.at(-1)?.members, { color_temperature: { mirek: 300 } });
    home.change(lamp, { dimming: { brightness: 3 } });
    assert.equal(home.programs.list().length, 1);
  });

  it('has the light of the time soon after the date was set, also where that stays the same for hours', async () => {
    const flat = createTableCurve([
      { minute: 0, kelvin: 2200, brightness: 10 },
      { minute: 360, kelvin: 2200, brightness: 10 },
      { minute: 361, kelvin: 5000, brightness: 100 },
      { minute: 1_200, kelvin: 5000, brightness: 100 },
    ]);
    follow(home, { curve: flat });
    turn(true);
    await home.clock.advance(2 * minute);
    const [before, jump] = [Number(lastWhite(home)), 10 * hour];
    home.clock.suspend(jump);
    await home.clock.advance(hour);
    const wanted = flat(home.clock.wallTime()).mirek;
    assert.notEqual(wanted, before);
    assert.equal(lastWhite(home), wanted);
  });

  it('has it at the next look at the lamps, not only when its step of half an hour is over', async () => {
    const follower = follow(home);
    turn(true);
    await home.clock.advance(2 * minute);
    for (const jump of [6 * hour, -8 * hour]) {
      home.clock.suspend(jump);
      follower.refreshLamps();
      assert.equal(lastWhite(home), curve(home.clock.wallTime()).mirek);
    }
    const sentBefore = home.sent.length;
    await home.clock.advance(minute / 2);
    follower.refreshLamps();
    assert.equal(home.sent.length, sentBefore, 'no request where the date was not set');
  });

  it('is left alone for the time that is set by the date, however that was set meanwhile', async () => {
    const follower = follow(home, { resumeAfter: 2 * hour });
    const setByHand = async (): Promise<void> => {
      await home.clock.advance(minute);
      home.change(lamp, { dimming: { brightness: 3 } });
      assert.equal(follower.count().overridden, 1);
    };
    const jump = (by: number): number => {
      home.clock.suspend(by);
      follower.refreshLamps();
      return follower.count().overridden;
    };
    turn(true);
    await setByHand();
    assert.deepEqual([jump(hour), jump(-1_000 * hour)], [1, 1]);
    await home.clock.advance(2 * hour);
    assert.equal(follower.count().overridden, 0);
    await setByHand();
    jump(3 * hour);
    await home.clock.advance(minute);
    assert.equal(follower.count().following, 1);
  });

  it('goes on where the day is by then after the bridge was away', async () => {
    follow(home);
    turn(true);
    home.answer = 'failed';
    await home.clock.advance(3 * hour);
    home.answer = 'sent';
    await home.clock.advance(minute);
    assert.ok(Math.abs(Number(lastWhite(home)) - curve(home.clock.wallTime()).mirek) <= 4);
  });
});

describe('A day of thirty lamps', () => {
  it('takes at most one request for each lamp and minute, none for lamps that are off, and is never far off', async () => {
    const home = new FakeHome(30);
    const rids = [...home.lamps.keys()];
    for (const rid of rids) home.change(rid, { on: { on: false } });
    follow(home);
    const lit = new Set<string>();
    for (let quarter = 0; quarter < 96; quarter += 1) {
      for (const [index, rid] of rids.entries()) {
        if ((quarter + index) % 12 !== 0) continue;
        if (!lit.delete(rid)) lit.add(rid);
        home.change(rid, { on: { on: lit.has(rid) } });
      }
      const sentBefore = home.sent.length;
      await home.clock.advance(15 * minute);
      for (const { target } of home.sent.slice(sentBefore)) assert.ok(lit.has(target.rid));
      for (const rid of lit) {
        const shown = Number(getNestedMember(home.lamps.get(rid), 'color_temperature', 'mirek'));
        assert.ok(
          Math.abs(shown - curve(home.clock.wallTime()).mirek) <= 6,
          `${quarter}: ${shown}`,
        );
      }
    }
    for (const rid of rids) {
      const times = home.sent.filter(({ target }) => target.rid === rid).map(({ at }) => at);
      for (const [index, time] of times.slice(1).entries())
        assert.ok(time - (times[index] ?? 0) >= minute - 1_000, `${rid} at ${time}`);
    }
    assert.ok(home.sent.length < 30 * 150, `${home.sent.length} requests`);
  });
});
