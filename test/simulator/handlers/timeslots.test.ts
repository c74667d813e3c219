import assert from 'node:assert/strict';
import { weekdays } from '../../../src/resources/types/scenes';
import { findActiveTimeslot } from '../../../src/simulator/handlers/scene';
import { SimulatedHome } from '../../../src/simulator/home/simulated-home';

const at = (hour: number, minute: number, scene: string): object => ({
  start_time: { kind: 'time', time: { hour, minute, second: 0 } },
  target: { rid: scene, rtype: 'scene' },
});
const sun = (kind: 'sunrise' | 'sunset', scene: string): object => ({
  start_time: { kind },
  target: { rid: scene, rtype: 'scene' },
});

/** Noon of each day from Monday, 5 to Sunday, 11 January 2026. */
const noonOf = (day: number): Date => new Date(2026, 0, 5 + day, 12);
const clock = (hour: number, minute = 0): Date => new Date(2026, 0, 7, hour, minute);

const emptyHome = new SimulatedHome([]);
const homeWithSunset = (sunset_time: unknown): SimulatedHome =>
  new SimulatedHome([{ id: 'place', type: 'geolocation', sun_today: { sunset_time } }]);

const findScene = (week: unknown, date: Date, home = emptyHome): string | undefined =>
  findActiveTimeslot(home, week, date)?.scene;

describe('The present timeslot of a smart scene', () => {
  const aSlotADay = weekdays.map((day) => ({ recurrence: [day], timeslots: [at(8, 0, day)] }));

  for (const [index, weekday] of weekdays.entries()) {
    it(`on a ${weekday} is that of ${weekday}`, () => {
      assert.deepEqual(findActiveTimeslot(emptyHome, aSlotADay, noonOf(index)), {
        timeslotId: 0,
        weekday,
        scene: weekday,
      });
    });
  }

  it('is the last one of the day before, until the first of the day begins', () => {
    assert.equal(findScene(aSlotADay, clock(7, 59)), 'tuesday');
    assert.equal(findScene(aSlotADay, clock(8)), 'wednesday');
  });

  it('goes on for up to a week', () => {
    const mondays = [
      { recurrence: ['monday'], timeslots: [at(20, 0, 'late'), at(6, 30, 'early')] },
    ];
    assert.equal(findScene(mondays, noonOf(0)), 'early');
    assert.equal(findScene(mondays, noonOf(6)), 'late');
    const earlyOnMonday = new Date(2026, 0, 5, 6, 0);
    assert.equal(findScene(mondays, earlyOnMonday), 'late', 'of a week ago');
    assert.equal(findActiveTimeslot(emptyHome, mondays, noonOf(0))?.timeslotId, 1);
  });

  it('begins at sunset as the bridge has it, otherwise at 19 o’clock, and at sunrise at 7', () => {
    const everyDay = [
      { recurrence: [...weekdays], timeslots: [sun('sunrise', 'day'), sun('sunset', 'night')] },
    ];
    assert.equal(findScene(everyDay, clock(6, 59)), 'night');
    assert.equal(findScene(everyDay, clock(7)), 'day');
    assert.equal(findScene(everyDay, clock(18, 59)), 'day');
    assert.equal(findScene(everyDay, clock(19)), 'night');
    const winter = homeWithSunset('16:42:30');
    assert.equal(findScene(everyDay, clock(16, 42), winter), 'day');
    assert.equal(findScene(everyDay, clock(16, 43), winter), 'night');
    assert.equal(findScene(everyDay, clock(18, 59), homeWithSunset(null)), 'day');
  });

  it('is none without a slot that names a scene', () => {
    for (const week of [
      undefined,
      [],
      [{ recurrence: ['monday'] }],
      [{ timeslots: [at(0, 0, 'never')] }],
      [{ recurrence: [...weekdays], timeslots: [{ start_time: { kind: 'sunset' } }] }],
    ]) {
      assert.equal(findActiveTimeslot(emptyHome, week, noonOf(0)), undefined);
    }
  });
});
