import assert from 'node:assert/strict';
import { createReportMembers } from '../../../src/resources/sensor-report';
import { getResourceDefinition } from '../../../src/resources/table';
import type { KnownResourceType } from '../../../src/resources/table';
import type { Resource } from '../../../src/resources/resource';
import { collectDeviceMembers } from '../../../src/runtime/message';
import { makeRid } from '../../bridge/support/fake-bridge';
import { createStateCache, storeAll, createStore } from '../../bridge/support/stored-resources';
import { SunReportOfToday } from '../../../src/runtime/bridge/info';
import { FakeClock } from '../../bridge/support/fake-clock';
import type { ResourceStore } from '../../../src/bridge/state';

const refer = (rtype: string, number: number): object => ({ rid: makeRid(number), rtype });

const createService = (
  rtype: string,
  number: number,
  owner: object,
  members: object,
): Resource => ({
  id: makeRid(number),
  type: rtype,
  owner,
  ...members,
});

function createReport(rtype: KnownResourceType, value: unknown): object {
  const { report } = getResourceDefinition(rtype);
  assert.ok(report);
  return createReportMembers(report, value, '2026-01-15T07:30:00.000Z');
}

const sensorOwner = refer('device', 1);

const roomOwner = refer('room', 5);

const motion = createService('motion', 11, sensorOwner, createReport('motion', true));

const lightLevel = createService(
  'light_level',
  12,
  sensorOwner,
  createReport('light_level', 10_000),
);

const radio = createService('zigbee_connectivity', 15, sensorOwner, { status: 'connected' });

const lamp = createService('light', 21, refer('device', 2), { on: { on: true } });

const home: readonly Resource[] = [
  {
    id: makeRid(1),
    type: 'device',
    metadata: { name: 'Hall sensor' },
    product_data: { model_id: 'M1' },
    services: [
      refer('motion', 11),
      refer('light_level', 12),
      refer('temperature', 13),
      refer('device_power', 14),
      refer('zigbee_connectivity', 15),
    ],
  },
  motion,
  lightLevel,
  createService('temperature', 13, sensorOwner, {
    enabled: false,
    ...createReport('temperature', 21),
  }),
  createService('device_power', 14, sensorOwner, {
    power_state: { battery_state: 'low', battery_level: 14 },
  }),
  radio,
  { id: makeRid(2), type: 'device', services: [refer('light', 21)] },
  lamp,
  {
    id: makeRid(5),
    type: 'room',
    metadata: { name: 'Hall' },
    children: [sensorOwner],
    services: [refer('grouped_motion', 51), refer('grouped_light_level', 52)],
  },
  createService('grouped_motion', 51, roomOwner, createReport('grouped_motion', false)),
  createService('grouped_light_level', 52, roomOwner, createReport('grouped_light_level', 20_000)),
];

describe('What a message says of a device', () => {
  it('is its name, model, battery and room, whether it can be reached, and all that it measures', () => {
    assert.deepEqual(collectDeviceMembers(createStateCache(home), motion), {
      device: { name: 'Hall sensor', model: 'M1', reachable: true, battery: 14, room: 'Hall' },
      readings: { motion: true, lux: 10, celsius: null, battery: 14 },
    });
  });

  for (const [status, reachable] of [
    ['disconnected', false],
    ['connectivity_issue', false],
    ['unidirectional_incoming', true],
    ['pending_discovery', null],
  ] as const) {
    it(`says reachable: ${reachable} while its radio is ${status}`, () => {
      const changed = home.map((entry) => (entry === radio ? { ...radio, status } : entry));
      const { device } = collectDeviceMembers(createStateCache(changed), motion);
      assert.equal(device?.reachable, reachable);
    });
  }

  it('has null where the bridge reports nothing, and no readings of a lamp', () => {
    assert.deepEqual(collectDeviceMembers(createStateCache(home), lamp), {
      device: { name: null, model: null, reachable: null, battery: null, room: null },
    });
  });

  it('is what the sensors of a room measure together, which is no device', () => {
    const [together] = createStateCache(home).byType('grouped_motion');
    assert.ok(together);
    assert.deepEqual(collectDeviceMembers(createStateCache(home), together), {
      readings: { motion: false, lux: 100 },
    });
  });

  it('holds the reading that the message is about, even when a newer one is known', () => {
    const older = { ...motion, ...createReport('motion', false) };
    assert.equal(collectDeviceMembers(createStateCache(home), older).readings?.['motion'], false);
  });

  it('has no reading of a sensor that was deleted', () => {
    const stateCache = createStateCache(home.filter((entry) => entry !== motion));
    assert.deepEqual(collectDeviceMembers(stateCache, motion).readings, {
      motion: null,
      lux: 10,
      celsius: null,
      battery: 14,
    });
  });
});

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
    store = createStore();
    clock = new FakeClock();
    report = new SunReportOfToday(store, clock);
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
