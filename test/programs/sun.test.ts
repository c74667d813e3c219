import assert from 'node:assert/strict';
import { getTimes } from 'suncalc';
import { createSunDaysOfPlace, createSunDaysFromReport } from '../../src/programs/sun-day';
import type { SunDay } from '../../src/programs/sun-day';
import { fromLocalTime, getLocalStartOfDay, getZoneOffset } from '../../src/programs/time-zone';
import {
  getSunPeriodState,
  isSunUp,
  listSunEvents,
  parseSunMoment,
  sunMomentTypes,
  parseSunPeriod,
  SunEventNotifier,
} from '../../src/programs/sun-moments';
import type {
  HomeSunDays,
  SunPeriodState,
  SunMoment,
  SunEventLookup,
} from '../../src/programs/sun-moments';
import { FakeClock } from '../bridge/support/fake-clock';

const hour = 3_600_000;

const timeZone = 'Europe/Amsterdam';

/** Reads a moment as the dialog shows it, such as `before sunset 30min` or `23:30`. */
function parseMoment(text: string): SunMoment {
  const [, words = '', amount = ''] = /^([a-z ]*?) ?(\d\S*)?$/.exec(text) ?? [];
  const name = words.replace(/ (\w)/, (_, letter: string) => letter.toUpperCase());
  const type = sunMomentTypes.find((one) => one === name) ?? 'time';
  const moment = parseSunMoment(type, amount);
  assert.ok(moment, text);
  return moment;
}

const parsePeriod = (text: string): { from: SunMoment; to: SunMoment } => {
  const [from = '', to = ''] = text.split(' until ');
  return { from: parseMoment(from), to: parseMoment(to) };
};

/** A home where each day has these hours of sunrise and sunset, in local time. */
const homeWith = (rise: number, set: number): HomeSunDays => ({
  timeZone,
  getSun(time): SunDay {
    const midnight = getLocalStartOfDay(time, timeZone);
    const at = (hours: number): number => fromLocalTime(midnight + hours * hour, timeZone);
    return { noon: at(12), rise: at(rise), set: at(set) };
  },
});

const days = {
  winter: homeWith(8, 16.5),
  summer: homeWith(4.5, 22.5),
  'polar day': homeWith(0, 24),
  'polar night': homeWith(12, 12),
};

const localTime = (text: string): number =>
  fromLocalTime(Date.parse(`${text.replace(' ', 'T')}Z`), timeZone);

const quarter = 15 * 60_000;

/** Lists whether a period runs at midnight, and each change of the day. */
function listChanges(text: string, home: HomeSunDays, date: string): string {
  const period = parsePeriod(text);
  const changes: string[] = [];
  const midnight = Date.parse(`${date}T00:00Z`);
  let before: SunPeriodState | undefined;
  for (let local = midnight; local < midnight + 24 * hour; local += quarter) {
    const now = fromLocalTime(local, timeZone);
    const state = getSunPeriodState(period, home, now);
    const changedAt = before?.until ?? now;
    if (state?.isWithin !== before?.isWithin)
      changes.push(`${formatLocalTime(changedAt)} ${state?.isWithin === true ? 'yes' : 'no'}`);
    before = state;
  }
  return changes.join(', ');
}

const formatLocalTime = (time: number): string =>
  new Date(time + getZoneOffset(time, timeZone)).toISOString().slice(11, 16);

/** What a period says on a day: the state at midnight, and each change. */
const table: readonly (readonly [period: string, day: keyof typeof days, changes: string])[] = [
  ['sunset until 23:30', 'winter', '00:00 no, 16:30 yes, 23:30 no'],
  ['sunset until 22:00', 'summer', '00:00 no'],
  ['sunset until 23:30', 'summer', '00:00 no, 22:30 yes, 23:30 no'],
  ['sunset until 01:30', 'winter', '00:00 yes, 01:30 no, 16:30 yes'],
  ['before sunset 30min until 23:00', 'winter', '00:00 no, 16:00 yes, 23:00 no'],
  ['after sunset 1h until 23:00', 'winter', '00:00 no, 17:30 yes, 23:00 no'],
  ['sunset until sunrise', 'winter', '00:00 yes, 08:00 no, 16:30 yes'],
  ['sunrise until sunset', 'winter', '00:00 no, 08:00 yes, 16:30 no'],
  ['before sunset 30min until after sunset 30min', 'winter', '00:00 no, 16:00 yes, 17:00 no'],
  ['after sunset 30min until before sunset 30min', 'winter', '00:00 yes, 16:00 no, 17:00 yes'],
  ['06:30 until sunrise', 'winter', '00:00 no, 06:30 yes, 08:00 no'],
  ['06:30 until sunrise', 'summer', '00:00 no'],
  ['22:00 until sunrise', 'summer', '00:00 yes, 04:30 no, 22:00 yes'],
  ['sunrise until 09:00', 'winter', '00:00 no, 08:00 yes, 09:00 no'],
  ['sunrise until 01:00', 'winter', '00:00 yes, 01:00 no, 08:00 yes'],
  ['15:00 until sunset', 'winter', '00:00 no, 15:00 yes, 16:30 no'],
  ['17:00 until sunset', 'winter', '00:00 no'],
  ['08:00 until 20:00', 'winter', '00:00 no, 08:00 yes, 20:00 no'],
  ['22:00 until 06:00', 'winter', '00:00 yes, 06:00 no, 22:00 yes'],
  ['sunset until 07:00', 'polar day', '00:00 no'],
  ['sunset until sunrise', 'polar day', '00:00 no'],
  ['22:00 until sunrise', 'polar day', '00:00 no'],
  ['sunrise until sunset', 'polar day', '00:00 yes'],
  ['sunrise until 09:00', 'polar day', '00:00 yes, 09:00 no'],
  ['sunset until 23:00', 'polar night', '00:00 no, 11:58 yes, 23:00 no'],
  ['sunset until sunrise', 'polar night', '00:00 yes'],
  ['sunrise until sunset', 'polar night', '00:00 no'],
  ['09:00 until sunset', 'polar night', '00:00 no'],
  ['sunrise until 20:00', 'polar night', '00:00 no'],
  ['22:00 until 06:00', 'polar night', '00:00 yes, 06:00 no, 22:00 yes'],
];

describe('A period of the day', () => {
  for (const [period, day, changes] of table) {
    it(`from ${period}, ${day}: ${changes}`, () => {
      assert.equal(listChanges(period, days[day], '2026-11-20'), changes);
    });
  }

  for (const [date, what] of [
    ['2026-03-29', 'begins'],
    ['2026-10-25', 'ends'],
  ] as const) {
    it(`keeps to the clock of the home on the day on which summer time ${what}`, () => {
      assert.equal(
        listChanges('22:00 until 06:00', days.winter, date),
        '00:00 yes, 06:00 no, 22:00 yes',
      );
      assert.equal(
        listChanges('sunset until 23:30', days.winter, date),
        '00:00 no, 16:30 yes, 23:30 no',
      );
    });
  }

  it('tells when it changes next', () => {
    const tell = (text: string): number | undefined =>
      getSunPeriodState(parsePeriod('sunset until 23:30'), days.winter, localTime(text))?.until;
    assert.equal(tell('2026-11-20 12:00'), localTime('2026-11-20 16:30'));
    assert.equal(tell('2026-11-20 20:00'), localTime('2026-11-20 23:30'));
    assert.equal(tell('2026-11-20 23:45'), localTime('2026-11-21 16:30'));
  });

  it('tells no next change while there is none', () => {
    const now = localTime('2026-11-20 20:00');
    for (const [day, isWithin] of [
      ['polar day', false],
      ['polar night', true],
    ] as const) {
      const state = getSunPeriodState(parsePeriod('sunset until sunrise'), days[day], now);
      assert.deepEqual(state, { isWithin, until: undefined });
    }
  });

  it('is not known while the sun is not, unless it needs none', () => {
    const home = { timeZone, getSun: () => undefined };
    const now = localTime('2026-11-20 20:00');
    assert.equal(getSunPeriodState(parsePeriod('sunset until 23:30'), home, now), undefined);
    assert.equal(getSunPeriodState(parsePeriod('19:00 until 23:30'), home, now)?.isWithin, true);
  });

  for (const start of ['2026-05-10', '2026-07-18', '2026-11-16', '2026-01-08']) {
    it(`does not flicker in the far north while the polar day or night begins or ends: ${start}`, () => {
      const getSun = createSunDaysOfPlace(getTimes, { latitude: 69.6, longitude: 18.9 });
      for (const text of ['sunset until sunrise', 'sunrise until sunset']) {
        const first = Date.parse(start);
        let before: boolean | undefined;
        const changes: number[] = [];
        for (let time = first; time < first + 16 * 24 * hour; time += quarter) {
          const home = { timeZone: undefined, getSun };
          const isWithin = getSunPeriodState(parsePeriod(text), home, time)?.isWithin;
          if (before !== undefined && isWithin !== before) {
            const dayBefore = changes.at(-2) ?? -Infinity;
            assert.ok(time - dayBefore >= 20 * hour, new Date(time).toISOString());
            changes.push(time);
          }
          before = isWithin;
        }
      }
    });
  }
});

describe('Sunrise and sunset of a home', () => {
  it('come with their offset', () => {
    const moments = [parseMoment('before sunset 30min'), parseMoment('after sunrise 1h')];
    const events = listSunEvents(moments, days.winter, localTime('2026-11-20 12:00')) ?? [];
    assert.deepEqual(
      events.slice(2, 4).map(({ event, at }) => [event, at]),
      [
        ['sunrise', localTime('2026-11-20 09:00')],
        ['sunset', localTime('2026-11-20 16:00')],
      ],
    );
  });

  it('are left out where the sun stays up or down', () => {
    for (const day of ['polar day', 'polar night'] as const)
      assert.deepEqual(listSunEvents([parseMoment('sunset')], days[day], Date.now()), []);
  });

  it('tell that the sun is up after midnight where it sets later', () => {
    const home = homeWith(3, 24.5);
    assert.equal(isSunUp(home, localTime('2026-06-20 00:15')), true);
    assert.equal(isSunUp(home, localTime('2026-06-20 00:45')), false);
  });
});

describe('The text of a moment', () => {
  it('is a time of day or an offset up to six hours', () => {
    assert.deepEqual(parseSunMoment('time', ' 7:05 '), { kind: 'time', minute: 425 });
    assert.deepEqual(parseSunMoment('beforeSunset', '30'), {
      kind: 'sunset',
      offset: -30 * 60_000,
    });
    assert.deepEqual(parseSunMoment('afterSunrise', '1h30m'), {
      kind: 'sunrise',
      offset: 1.5 * hour,
    });
    assert.deepEqual(parseSunMoment('sunset', 'anything'), { kind: 'sunset', offset: 0 });
    for (const [type, text] of [
      ['time', '24:00'],
      ['time', ''],
      ['time', 'sunset'],
      ['beforeSunset', ''],
      ['beforeSunset', '7h'],
      ['afterSunset', 'late'],
    ] as const)
      assert.equal(parseSunMoment(type, text), undefined, `${type} ${text}`);
  });
});

describe('A period that is written as text', () => {
  const berlin = 'Europe/Berlin';

  const getSun = createSunDaysFromReport(() => ({
    sunsetTime: '20:00:00',
    dayType: 'normal_day',
    timeZone: berlin,
  }));

  it('begins with its first time and ends at its second', () => {
    const times = ['07:59', '08:00', '19:59', '20:00'];
    assert.deepEqual(judge('8:00-20:00', times), [false, true, true, false]);
  });

  it('may go over midnight', () => {
    const times = ['21:59', '22:00', '00:00', '05:59', '06:00', '12:00'];
    assert.deepEqual(judge('22:00 - 06:00', times), [false, true, true, true, false, false]);
  });

  it('follows the sun', () => {
    const evening = ['19:59', '20:01', '22:59', '23:01'];
    assert.deepEqual(judge('Sunset–23:00', evening), [false, true, true, false]);
    const night = ['19:00', '20:01', '03:00', '07:00'];
    assert.deepEqual(judge('sunset-sunrise', night), [false, true, true, false]);
  });

  it('is empty on a day on which its end comes before the sunset with which it begins', () => {
    assert.deepEqual(judge('sunset-19:00', ['03:00', '12:00', '18:59', '23:00']), [
      false,
      false,
      false,
      false,
    ]);
  });

  it('has two different times', () => {
    for (const text of [
      '',
      '22:00',
      '22-6',
      '24:00-06:00',
      '22:60-06:00',
      '1:00-1:00',
      'noon-22:00',
      '1:00-2:00-3:00',
    ])
      assert.equal(parseSunPeriod(text), undefined, text);
  });

  /** Returns whether a period holds each of these local times of a day in October, with summer time. */
  function judge(text: string, times: readonly string[]): (boolean | undefined)[] {
    const period = parseSunPeriod(text);
    assert.ok(period, text);
    return times.map((time) => {
      const now = Date.parse(`2026-10-05T${time}:00+02:00`);
      return getSunPeriodState(period, { getSun, timeZone: berlin }, now)?.isWithin;
    });
  }
});

/** What was reported, with the hour since the start. */
function record(getEvents: SunEventLookup): {
  clock: FakeClock;
  seen: string[];
  stop: () => void;
} {
  const clock = new FakeClock();
  const seen: string[] = [];
  const events = new SunEventNotifier(getEvents, clock, (event) =>
    seen.push(`${event} ${Math.round((clock.wallTime() / hour) * 100) / 100}`),
  );
  return { clock, seen, stop: () => events.stop() };
}

describe('Sunrise and sunset', () => {
  const day = 24 * hour;

  /** The sun of a place where it rises and sets at these hours each day. */
  const everyDay =
    (rise: number, set: number): SunEventLookup =>
    (now) =>
      listSunEvents(
        [
          { kind: 'sunrise', offset: 0 },
          { kind: 'sunset', offset: 0 },
        ],
        {
          timeZone: 'UTC',
          getSun(time) {
            const midnight = Math.floor(time / day) * day;
            return {
              noon: midnight + day / 2,
              rise: midnight + rise * hour,
              set: midnight + set * hour,
            };
          },
        },
        now,
      );

  it('are reported at their time, day after day', async () => {
    const { clock, seen } = record(everyDay(6.5, 20.25));
    await clock.advance(2 * day);
    assert.deepEqual(seen, ['sunrise 6.5', 'sunset 20.25', 'sunrise 30.5', 'sunset 44.25']);
  });

  it('come once a day, also when the bridge then reports the time of the next day', async () => {
    let set = 20;
    const { clock, seen } = record((time) => everyDay(6, set)(time));
    await clock.advance(20.01 * hour);
    set = 20.05;
    await clock.advance(2 * hour);
    assert.deepEqual(seen, ['sunrise 6', 'sunset 20']);
  });

  it('come each day, also while the sun rises earlier from day to day', async () => {
    const { clock, seen } = record((time) => everyDay(6 - Math.floor(time / day) / 20, 20)(time));
    await clock.advance(3 * day);
    const rises = seen.filter((event) => event.startsWith('sunrise'));
    assert.deepEqual(rises, ['sunrise 6', 'sunrise 29.95', 'sunrise 53.9']);
  });

  it('are left out where the sun stays up or down, and while it is not known', async () => {
    for (const getEvents of [everyDay(12, 12), everyDay(-12, 36), () => undefined]) {
      const { clock, seen } = record(getEvents);
      await clock.advance(2 * day);
      assert.deepEqual(seen, []);
    }
  });

  it('come while a machine that stalled is less than five minutes late, and not afterwards', async () => {
    for (const [late, expected] of [
      [0.05, ['sunrise 6.07']],
      [0.065, ['sunrise 6.08']],
      [0.07, []],
      [13, []],
    ] as const) {
      const { clock, seen, stop } = record(everyDay(6, 20));
      await clock.advance(5.9 * hour);
      clock.suspend((late + 0.1) * hour);
      await clock.advance(hour / 60);
      stop();
      assert.deepEqual(seen, expected, `${late} hours late`);
    }
  });

  it('are not reported afterwards where a bridge that was away tells their times too late', async () => {
    let isKnown = false;
    const clock = new FakeClock();
    const seen: string[] = [];
    const getEvents: SunEventLookup = (time) => (isKnown ? everyDay(6, 20)(time) : undefined);
    const events = new SunEventNotifier(getEvents, clock, (event) => seen.push(event));
    await clock.advance(6.01 * hour);
    isKnown = true;
    events.update();
    assert.deepEqual(seen, []);
    await clock.advance(14 * hour);
    assert.deepEqual(seen, ['sunset']);
    events.stop();
  });

  it('follow times that are reported anew', async () => {
    let set = 20;
    const clock = new FakeClock();
    const seen: string[] = [];
    const events = new SunEventNotifier(
      (time) => everyDay(6, set)(time),
      clock,
      (event) => seen.push(`${event} ${clock.wallTime() / hour}`),
    );
    await clock.advance(8.1 * hour);
    set = 8.15;
    events.update();
    await clock.advance(0.1 * hour);
    assert.deepEqual(seen, ['sunrise 6', 'sunset 8.15']);
  });

  it('are not reported any more after the end', async () => {
    const { clock, seen, stop } = record(everyDay(6, 20));
    stop();
    await clock.advance(day);
    assert.deepEqual(seen, []);
  });
});
