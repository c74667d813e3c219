import assert from 'node:assert/strict';
import { getTimes } from 'suncalc';
import { createSunCurve, createTableCurve, parseDayTable } from '../../src/programs/daylight-curve';
import type { DaylightCurve } from '../../src/programs/daylight-curve';
import { createSunDaysOfPlace, createSunDaysFromReport } from '../../src/programs/sun-day';
import type { SunDayLookup } from '../../src/programs/sun-day';
import { mirekToKelvin, mirekToXy } from '../../src/units/color';
import { DaylightFollower } from '../../src/programs/daylight-follower';
import type { DaylightFollowerOptions } from '../../src/programs/daylight-follower';
import { getNestedMember } from '../../src/resources/members';
import { id } from '../vocabulary/support/sample-resources';
import { FakeHome } from './support/fake-home';
import { createDaylightSceneActions } from '../../src/programs/daylight-scene-actions';
import type { Resource } from '../../src/resources/resource';

const night = { kelvin: 2200, brightness: 30 };

const day = { kelvin: 5000, brightness: 100 };

/** Sets the time zone of the process while a statement is judged. */
function inZone(zone: string, judge: () => void): void {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    judge();
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
}

describe('The light of the day', () => {
  const hour = 3_600_000;

  const berlin = createSunDaysOfPlace(getTimes, { latitude: 52.5, longitude: 13.4 });
  const tromso = createSunDaysOfPlace(getTimes, { latitude: 69.6, longitude: 18.9 });
  const curveOf = (days: SunDayLookup) => createSunCurve(night, day, days);
  const at = (text: string): number => Date.parse(text);

  it('is that of the night while the sun is down, and that of the day when it is highest', () => {
    const curve = curveOf(berlin);
    assert.deepEqual(curve(at('2026-12-21T23:00:00Z')), { mirek: 455, brightness: 30 });
    const noon = berlin(at('2026-06-21T12:00:00Z')).noon;
    assert.deepEqual(curve(noon), { mirek: 200, brightness: 100 });
  });

  for (const [latitude, longitude] of [
    [52.5, 13.4],
    [-17, 175],
    [20, -157],
    [69.6, 18.9],
  ] as const) {
    it(`rises and falls without a jump at ${latitude}, ${longitude}`, () => {
      const curve = curveOf(createSunDaysOfPlace(getTimes, { latitude, longitude }));
      const start = at('2026-03-20T00:00:00Z');
      let before = curve(start);
      for (let minute = 5; minute <= 2 * 24 * 60; minute += 5) {
        const point = curve(start + minute * 60_000);
        assert.ok(Math.abs(point.mirek - before.mirek) <= 10, `${minute}: ${point.mirek}`);
        assert.ok(Math.abs((point.brightness ?? 0) - (before.brightness ?? 0)) <= 5, `${minute}`);
        before = point;
      }
    });
  }

  it('stays that of the night where the sun never rises, and is that for a moment at midnight where it never sets', () => {
    const curve = curveOf(tromso);
    for (let hours = 0; hours < 24; hours += 1) {
      const winter = curve(at('2026-12-21T00:00:00Z') + hours * hour);
      assert.equal(mirekToKelvin(winter.mirek), 2198);
    }
    const { noon, rise } = tromso(at('2026-06-21T12:00:00Z'));
    assert.equal(noon - rise, 12 * hour);
    for (let hours = -8; hours <= 8; hours += 1)
      assert.ok(curve(noon + hours * hour).mirek < 320, `${hours} h after noon`);
  });

  it('is bright until midnight where the sun sets after that', () => {
    const timeZone = 'Atlantic/Reykjavik';
    const sun = { sunsetTime: '00:03:00', dayType: 'normal_day', timeZone };
    const { noon, set } = createSunDaysFromReport(() => sun)(at('2026-06-21T20:00:00Z'));
    assert.equal(set - noon, 12 * hour + 180_000);
  });

  it('takes the sunset that a bridge reports, as long after noon as the sun rose before it', () => {
    inZone('Europe/Berlin', () => {
      const sun = { sunsetTime: '21:30:00', dayType: 'normal_day' };
      const days = createSunDaysFromReport(() => sun);
      const { noon, rise, set } = days(at('2026-06-21T20:00:00+02:00'));
      assert.equal(new Date(noon).toISOString(), '2026-06-21T11:00:00.000Z');
      assert.equal(new Date(set).toISOString(), '2026-06-21T19:30:00.000Z');
      assert.equal(noon - rise, set - noon);
      const dark = createSunDaysFromReport(() => ({ ...sun, dayType: 'polar_night' }));
      assert.equal(curveOf(dark)(noon).mirek, 455);
    });
  });

  it('takes that time as one of the time zone of the bridge, wherever Node-RED runs', () => {
    inZone('UTC', () => {
      const reported = { sunsetTime: '21:30:00', dayType: 'normal_day' };
      const report = (timeZone: string, time: string): string => {
        const { noon, set } = createSunDaysFromReport(() => ({ ...reported, timeZone }))(at(time));
        return `${new Date(noon).toISOString()} ${new Date(set).toISOString()}`;
      };
      const summer = '2026-06-21T11:00:00.000Z 2026-06-21T19:30:00.000Z';
      assert.equal(report('Europe/Berlin', '2026-06-20T22:30:00Z'), summer);
      assert.equal(report('Europe/Berlin', '2026-06-21T21:30:00Z'), summer);
      const endOfSummerTime = '2026-10-25T11:00:00.000Z 2026-10-25T20:30:00.000Z';
      assert.equal(report('Europe/Berlin', '2026-10-24T22:30:00Z'), endOfSummerTime);
      const inUtc = '2026-06-21T12:00:00.000Z 2026-06-21T21:30:00.000Z';
      assert.equal(report('Nowhere/Land', '2026-06-21T09:00:00Z'), inUtc);
    });
  });

  it('takes noon by standard time, also south of the equator, and a day without night for one', () => {
    const report = (dayType: string) =>
      createSunDaysFromReport(() => ({
        sunsetTime: '20:00:00',
        dayType,
        timeZone: 'Australia/Sydney',
      }));
    const time = at('2026-01-15T02:00:00Z');
    const { noon, set } = report('normal_day')(time);
    assert.equal(new Date(noon).toISOString(), '2026-01-15T02:00:00.000Z');
    assert.equal(new Date(set).toISOString(), '2026-01-15T09:00:00.000Z');
    assert.deepEqual(report('polar_day')(time), {
      noon,
      rise: noon - 12 * hour,
      set: noon + 12 * hour,
    });
  });

  describe('by a table', () => {
    const rows = [
      { minute: 22 * 60, kelvin: 2000, brightness: 10 },
      { minute: 6 * 60, kelvin: 2500, brightness: 40 },
      { minute: 12 * 60, kelvin: 5000, brightness: 100 },
    ];

    it('is that of each row at its time, and changes evenly between two, over midnight too', () => {
      inZone('Europe/Berlin', () => {
        const curve = createTableCurve(rows);
        assert.deepEqual(curve(at('2026-06-21T12:00:00+02:00')), { mirek: 200, brightness: 100 });
        assert.deepEqual(curve(at('2026-06-21T22:00:00+02:00')), { mirek: 500, brightness: 10 });
        assert.equal(curve(at('2026-06-22T02:00:00+02:00')).mirek, 450);
        assert.equal(curve(at('2026-06-21T09:00:00+02:00')).mirek, 300);
      });
    });

    it('goes by the clock on the wall, also on the day on which that is changed', () => {
      inZone('Europe/Berlin', () => {
        const curve = createTableCurve(rows);
        assert.equal(curve(at('2026-03-29T12:00:00+02:00')).mirek, 200);
        assert.equal(curve(at('2026-10-25T12:00:00+01:00')).mirek, 200);
      });
    });

    it('goes by the clock of the home, wherever Node-RED thinks that it is', () => {
      inZone('UTC', () => {
        const curve = createTableCurve(rows, () => 'Pacific/Auckland');
        assert.equal(curve(at('2026-06-21T12:00:00+12:00')).mirek, 200);
        assert.equal(curve(at('2026-12-21T22:00:00+13:00')).mirek, 500);
        assert.equal(createTableCurve(rows)(at('2026-06-21T12:00:00Z')).mirek, 200);
      });
    });

    it('is the same all day with one row, and leaves the brightness where a row has none', () => {
      const curve = createTableCurve([{ minute: 0, kelvin: 2700 }]);
      assert.deepEqual(curve(at('2026-06-21T09:00:00Z')), { mirek: 370 });
    });
  });
});

describe('A table of the day', () => {
  const parse = (text: unknown) => parseDayTable(text, 'table');

  it('has a line for each time, with or without units and brightness', () => {
    assert.deepEqual(parse('6:30 2700 K 50 %\n\n 12:00  5000 100'), {
      ok: true,
      value: [
        { minute: 390, kelvin: 2700, brightness: 50 },
        { minute: 720, kelvin: 5000, brightness: 100 },
      ],
    });
    assert.deepEqual(parse('00:00 2200K, 23:59 6500k'), {
      ok: true,
      value: [
        { minute: 0, kelvin: 2200 },
        { minute: 1439, kelvin: 6500 },
      ],
    });
  });

  for (const text of [
    '',
    undefined,
    '06:30',
    '24:00 2700',
    '06:60 2700',
    '06:30 900',
    '06:30 20001',
    '06:30 2700 0',
    '06:30 2700 101 %',
    '06:30 2700 50\n12:00 5000',
    Array.from({ length: 49 }, () => '06:30 2700').join('\n'),
  ]) {
    it(`is refused in a sentence: ${JSON.stringify(text)?.slice(0, 40)}`, () => {
      const result = parse(text);
      assert.ok(!result.ok);
      assert.equal(result.problem.path, 'table');
    });
  }
});

const lamp = id(800);

const minute = 60_000;

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
  const hour = 60 * minute;

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

const mirekSchema = { mirek_minimum: 153, mirek_maximum: 454 };

describe('The light of the day in a scene', () => {
  const on = { on: { on: true } };

  const lamps: Readonly<Record<string, Resource>> = {
    white: {
      id: 'white',
      type: 'light',
      dimming: {},
      color_temperature: { mirek_schema: mirekSchema },
    },
    dimmable: { id: 'dimmable', type: 'light', dimming: {} },
    plug: { id: 'plug', type: 'light' },
  };

  const createActions = (
    actions: Readonly<Record<string, object>>,
    point: { mirek: number; brightness?: number },
  ): unknown => {
    const list = Object.entries(actions).map(([rid, action]) => ({
      target: { rid, rtype: 'light' },
      action,
    }));
    const scene = { id: 'scene', type: 'scene', actions: list };
    return createDaylightSceneActions(scene, point, (rid) => lamps[rid])?.map(
      ({ action }) => action,
    );
  };

  it('replaces the colours and effects of lamps that the scene turns on, as far as each lamp can show it', () => {
    assert.deepEqual(
      createActions(
        {
          white: { ...on, dimming: { brightness: 100 }, color: { xy: { x: 0.6, y: 0.3 } } },
          dimmable: { ...on, dimming: { brightness: 100 } },
          plug: on,
        },
        { mirek: 500, brightness: 30 },
      ),
      [
        { ...on, dimming: { brightness: 30 }, color_temperature: { mirek: 454 } },
        { ...on, dimming: { brightness: 30 } },
        on,
      ],
    );
  });

  it('keeps lamps off that the scene turns off, and lamps that are unknown', () => {
    const [off, unknown] = [{ on: { on: false } }, { ...on, dimming: { brightness: 7 } }];
    assert.deepEqual(
      createActions({ white: on, dimmable: off, unknown }, { mirek: 300, brightness: 50 }),
      [{ ...on, dimming: { brightness: 50 }, color_temperature: { mirek: 300 } }, off, unknown],
    );
  });

  it('keeps the brightness of the scene if the day has none', () => {
    const action = { ...on, dimming: { brightness: 80 }, color_temperature: { mirek: 200 } };
    assert.deepEqual(createActions({ white: action }, { mirek: 300 }), [
      { ...action, color_temperature: { mirek: 300 } },
    ]);
  });

  for (const [mirek, brightness, isWritten] of [
    [309, 52.9, false],
    [291, 47.1, false],
    [310, 50, true],
    [300, 47, true],
  ] as const) {
    it(`is ${isWritten ? '' : 'not '}written if 300 mirek and 50 % become ${mirek} mirek and ${brightness} %`, () => {
      const action = { ...on, dimming: { brightness: 50 }, color_temperature: { mirek: 300 } };
      const actions = createActions({ white: action }, { mirek, brightness });
      assert.equal(actions !== undefined, isWritten);
    });
  }
});
