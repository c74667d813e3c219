import assert from 'node:assert/strict';
import { createSunDaysFromReport } from '../../../src/programs/daylight/sun-day-lookup';
import { isWithinTimeWindow, parseTimeWindow } from '../../../src/programs/daylight/time-window';

const timeZone = 'Europe/Berlin';
const sunDays = createSunDaysFromReport(() => ({
  sunsetTime: '20:00:00',
  dayType: 'normal_day',
  timeZone,
}));

/** Whether a window holds each of these local times of a day in October, with summer time. */
function judge(text: string, times: readonly string[]): (boolean | undefined)[] {
  const timeWindow = parseTimeWindow(text);
  assert.ok(timeWindow, text);
  return times.map((time) =>
    isWithinTimeWindow(timeWindow, Date.parse(`2026-10-05T${time}:00+02:00`), {
      timeZone,
      sunDays,
    }),
  );
}

describe('A time window', () => {
  it('begins with its first time and ends at its second', () => {
    const times = ['07:59', '08:00', '19:59', '20:00'];
    assert.deepEqual(judge('8:00-20:00', times), [false, true, true, false]);
  });

  it('may go over midnight', () => {
    const times = ['21:59', '22:00', '00:00', '05:59', '06:00', '12:00'];
    assert.deepEqual(judge('22:00 - 06:00', times), [false, true, true, true, false, false]);
  });

  it('follows the sun at the place of the bridge', () => {
    const evening = ['19:59', '20:01', '22:59', '23:01'];
    assert.deepEqual(judge('Sunset–23:00', evening), [false, true, true, false]);
    const night = ['19:00', '20:01', '03:00', '07:00'];
    assert.deepEqual(judge('sunset-sunrise', night), [false, true, true, false]);
  });

  it('is not known without the times of the sun that it needs', () => {
    const timeWindow = parseTimeWindow('sunset-sunrise');
    assert.ok(timeWindow);
    assert.equal(isWithinTimeWindow(timeWindow, 0, { timeZone }), undefined);
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
      assert.equal(parseTimeWindow(text), undefined, text);
  });
});
