import assert from 'node:assert/strict';
import { createSunDaysFromReport } from '../../../src/programs/sun-day';
import { getSunPeriodState, parseSunPeriod } from '../../../src/programs/sun-moments';

const timeZone = 'Europe/Berlin';
const getSun = createSunDaysFromReport(() => ({
  sunsetTime: '20:00:00',
  dayType: 'normal_day',
  timeZone,
}));

/** Returns whether a period holds each of these local times of a day in October, with summer time. */
function judge(text: string, times: readonly string[]): (boolean | undefined)[] {
  const period = parseSunPeriod(text);
  assert.ok(period, text);
  return times.map((time) => {
    const now = Date.parse(`2026-10-05T${time}:00+02:00`);
    return getSunPeriodState(period, { getSun, timeZone }, now)?.isWithin;
  });
}

describe('A period that is written as text', () => {
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
});
