import assert from 'node:assert/strict';
import { SunReportOfToday } from '../../../src/runtime/bridge/info';
import { ResourceStore, StoreBackedStateCache } from '../../../src/bridge/state';
import { FakeClock } from '../../bridge/support/fake-clock';
import { storeAll } from '../../bridge/support/stored-resources';

const hour = 3_600_000;

describe('The sunset that a bridge reports', () => {
  let store: ResourceStore;
  let clock: FakeClock;
  let report: SunReportOfToday;
  const reportSunset = (sunset_time: string): void =>
    storeAll(store, [
      { id: 'place', type: 'geolocation', sun_today: { sunset_time, day_type: 'normal_day' } },
      { id: 'bridge', type: 'bridge', time_zone: { time_zone: 'UTC' } },
    ]);
  const readSunset = (hours: number): string | undefined => report.read(hours * hour)?.sunsetTime;
  beforeEach(() => {
    store = new ResourceStore();
    clock = new FakeClock();
    report = new SunReportOfToday(new StoreBackedStateCache(store, () => Promise.resolve()), clock);
  });

  it('is unknown before the bridge has answered', () => {
    assert.equal(readSunset(1), undefined);
  });

  it('stays that of today where the bridge reports that of tomorrow in the evening', async () => {
    reportSunset('18:42:00');
    assert.equal(readSunset(1), '18:42:00');
    reportSunset('18:44:00');
    assert.equal(readSunset(1), '18:42:00');
    assert.equal(readSunset(25), '18:44:00');
    await clock.advance(24 * hour);
    assert.equal(readSunset(25), '18:44:00');
  });

  it('becomes that of another place at once, whose sunset is more than half an hour away', () => {
    for (const [reported, read] of [
      ['18:42:00', '18:42:00'],
      ['19:12:00', '18:42:00'],
      ['18:12:00', '18:42:00'],
      ['19:13:00', '19:13:00'],
      ['18:42:00', '18:42:00'],
    ] as const) {
      reportSunset(reported);
      assert.equal(readSunset(1), read);
    }
  });
});
