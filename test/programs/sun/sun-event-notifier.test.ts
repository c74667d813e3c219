import assert from 'node:assert/strict';
import { listSunEvents, SunEventNotifier } from '../../../src/programs/sun-moments';
import type { SunEventLookup } from '../../../src/programs/sun-moments';
import { FakeClock } from '../../bridge/support/fake-clock';

const hour = 3_600_000;
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

/** What was reported, with the hour since the start. */
function record(getTimes: SunEventLookup): {
  clock: FakeClock;
  seen: string[];
  stop: () => void;
} {
  const clock = new FakeClock();
  const seen: string[] = [];
  const events = new SunEventNotifier(getTimes, clock, (event) =>
    seen.push(`${event} ${Math.round((clock.wallTime() / hour) * 100) / 100}`),
  );
  return { clock, seen, stop: () => events.stop() };
}

describe('Sunrise and sunset', () => {
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
    for (const getTimes of [everyDay(12, 12), everyDay(-12, 36), () => undefined]) {
      const { clock, seen } = record(getTimes);
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
    const getTimes: SunEventLookup = (time) => (isKnown ? everyDay(6, 20)(time) : undefined);
    const events = new SunEventNotifier(getTimes, clock, (event) => seen.push(event));
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
