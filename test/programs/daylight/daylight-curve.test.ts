import assert from 'node:assert/strict';
import { getTimes } from 'suncalc';
import {
  createSunCurve,
  createTableCurve,
  parseDayTable,
} from '../../../src/programs/daylight-curve';
import { createSunDaysOfPlace, createSunDaysFromReport } from '../../../src/programs/sun-day';
import type { SunDayLookup } from '../../../src/programs/sun-day';
import { mirekToKelvin } from '../../../src/units/color';

const night = { kelvin: 2200, brightness: 30 };
const day = { kelvin: 5000, brightness: 100 };
const hour = 3_600_000;

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
