import assert from 'node:assert/strict';
import { validateWriteBody } from '../../src/resources/check-body';
import type { ResourceType } from '../../src/resources/table';

const rid = '11111111-2222-3333-4444-555555555555';
const xy = { xy: { x: 0.5, y: 0.5 } };
const point = { color: xy };
const color = { ...point, dimming: { brightness: 5 } };
const effect = { effect: 'fire' };
const white = { color_temperature: { mirek: 300 }, dimming: { brightness: 5 } };

const repeat = (count: number, entry: unknown): unknown[] =>
  Array.from({ length: count }, () => entry);
const text = (length: number): string => 'x'.repeat(length);

const withDelta = (group: string, name: string, step: number): object => ({
  [`${group}_delta`]: { action: 'up', [`${name}_delta`]: step },
});
const withEffect = (parameters: object): object => ({
  effects_v2: { action: { effect: 'fire', parameters } },
});
const withSunrise = (duration: number): object => ({
  timed_effects: { effect: 'sunrise', duration },
});
const withPixels = (positions: readonly unknown[]): object => ({
  geometry: { pixel_positions: positions },
});
const withSearch = (codes: readonly unknown[]): object => ({
  action: { action_type: 'search', search_codes: codes },
});
const withSlotAt = (time: object): object => {
  const slot = { start_time: { kind: 'time', time }, target: { rid, rtype: 'scene' } };
  return { week_timeslots: [{ timeslots: [slot], recurrence: ['monday'] }] };
};
const withTransform = (position: object, rotation: object): object => {
  const transform = {
    position: { x: 0, y: 0, z: 0, ...position },
    rotation: { x: 0, y: 0, z: 0, w: 0, ...rotation },
  };
  return { geometry: { objects: [{ reference: { rid, rtype: 'light' }, transform }] } };
};
const withLocation = (member: object, position: object): object => {
  const service = { rid, rtype: 'entertainment' };
  const positions = [{ x: 0, y: 0, z: 0, ...position }];
  return { locations: { service_locations: [{ service, positions, ...member }] } };
};

/** A member, and with which least and greatest value, or length, a body takes it. */
type Bounds = readonly [
  member: string,
  rtype: ResourceType,
  least: number,
  most: number,
  createBody: (value: number) => object,
];

const numberBounds: readonly Bounds[] = [
  ['brightness', 'light', 0, 100, (brightness) => ({ dimming: { brightness } })],
  ['x of a colour', 'light', 0, 1, (x) => ({ color: { xy: { x, y: 0 } } })],
  ['y of a colour', 'light', 0, 1, (y) => ({ color: { xy: { x: 0, y } } })],
  ['mirek', 'light', 50, 1_000, (mirek) => ({ color_temperature: { mirek } })],
  ['mirek step', 'light', 0, 950, (step) => withDelta('color_temperature', 'mirek', step)],
  ['dimming step', 'light', 0, 100, (step) => withDelta('dimming', 'brightness', step)],
  [
    'least brightness',
    'light',
    0,
    100,
    (level) => ({ dimming_configuration: { min_level: level } }),
  ],
  ['transition', 'light', 0, 6_000_000, (duration) => ({ dynamics: { duration } })],
  ['speed', 'light', 0, 1, (speed) => ({ dynamics: { speed } })],
  ['effect speed', 'light', 0, 1, (speed) => withEffect({ speed })],
  ['timed effect', 'light', 0, 21_600_000, (duration) => withSunrise(duration)],
  ['signal', 'light', 0, 65_534_000, (duration) => ({ signaling: { signal: 'on_off', duration } })],
  [
    'identify',
    'light',
    0,
    65_534_000,
    (time) => ({ identify: { action: 'identify', duration: time } }),
  ],
  ['pixel', 'light', 0, 65_535, (index) => withPixels([{ index, position: { x: 0, y: 0, z: 0 } }])],
  [
    'pixel position',
    'light',
    -100,
    100,
    (y) => withPixels([{ index: 0, position: { x: 0, y, z: 0 } }]),
  ],
  ['sensitivity', 'motion', 0, 100, (sensitivity) => ({ sensitivity: { sensitivity } })],
  ['volume', 'speaker', 0, 100, (level) => ({ chime: { sound: 'ding', volume: { level } } })],
  ['duration', 'speaker', 0, 65_534_000, (duration) => ({ chime: { sound: 'ding', duration } })],
  ['hour', 'smart_scene', 0, 23, (hour) => withSlotAt({ hour, minute: 0 })],
  ['minute', 'smart_scene', 0, 59, (minute) => withSlotAt({ hour: 0, minute })],
  ['second', 'smart_scene', 0, 59, (second) => withSlotAt({ hour: 0, minute: 0, second })],
  ['transition', 'smart_scene', 0, 86_400_000, (duration) => ({ transition_duration: duration })],
  ['speed', 'scene', 0, 1, (speed) => ({ speed })],
  ['recall', 'scene', 0, 6_000_000, (duration) => ({ recall: { duration } })],
  ['latitude', 'geolocation', -90, 90, (latitude) => ({ latitude, longitude: 0 })],
  ['longitude', 'geolocation', -180, 180, (longitude) => ({ latitude: 0, longitude })],
  ['position', 'room', -100, 100, (x) => withTransform({ x }, {})],
  ['rotation', 'room', -1, 1, (w) => withTransform({}, { w })],
  ['position', 'entertainment_configuration', -1, 1, (x) => withLocation({}, { x })],
  [
    'equalization',
    'entertainment_configuration',
    0,
    1,
    (factor) => withLocation({ equalization_factor: factor }, {}),
  ],
];

const namedInMetadata = [
  'light',
  'room',
  'zone',
  'scene',
  'smart_scene',
  'device',
  'service_group',
  'behavior_instance',
  'entertainment_configuration',
] as const;

const lengthBounds: readonly Bounds[] = [
  [
    'colours of a signal',
    'light',
    1,
    2,
    (count) => ({ signaling: { signal: 'alternating', colors: repeat(count, xy) } }),
  ],
  ['points', 'light', 2, 5, (count) => ({ gradient: { points: repeat(count, point) } })],
  [
    'pixels',
    'light',
    0,
    5,
    (count) => withPixels(repeat(count, { index: 0, position: { x: 0, y: 0, z: 0 } })),
  ],
  ['colours', 'scene', 0, 9, (count) => ({ palette: { color: repeat(count, color) } })],
  [
    'brightnesses',
    'scene',
    0,
    1,
    (count) => ({ palette: { dimming: repeat(count, { brightness: 5 }) } }),
  ],
  ['whites', 'scene', 0, 1, (count) => ({ palette: { color_temperature: repeat(count, white) } })],
  ['effects', 'scene', 0, 3, (count) => ({ palette: { effects: repeat(count, effect) } })],
  [
    'effects_v2',
    'scene',
    0,
    3,
    (count) => ({ palette: { effects_v2: repeat(count, { action: effect }) } }),
  ],
  ['appdata', 'scene', 1, 16, (length) => ({ metadata: { appdata: text(length) } })],
  ['appdata', 'smart_scene', 1, 16, (length) => ({ metadata: { appdata: text(length) } })],
  ['search codes', 'zigbee_device_discovery', 0, 10, (count) => withSearch(repeat(count, 'a'))],
  ['search code', 'zigbee_device_discovery', 1, 64, (length) => withSearch([text(length)])],
  [
    'install codes',
    'zigbee_device_discovery',
    1,
    50,
    (count) => ({
      add_install_codes: { install_codes: repeat(count, { mac_address: 'a', ic: 'A'.repeat(36) }) },
    }),
  ],
  ['name', 'geofence_client', 1, 32, (length) => ({ name: text(length) })],
  ['name', 'motion_area_configuration', 1, 32, (length) => ({ name: text(length) })],
  ...namedInMetadata.map((rtype): Bounds => [
    'name',
    rtype,
    1,
    32,
    (length) => ({ metadata: { name: text(length) } }),
  ]),
];

function assertBounds(
  [, rtype, , , createBody]: Bounds,
  taken: readonly number[],
  refused: readonly number[],
): void {
  const isTaken = (value: number): boolean =>
    validateWriteBody(rtype, 'update', createBody(value)).ok;
  assert.deepEqual([taken.filter(isTaken), refused.filter(isTaken)], [taken, []]);
}

describe('The bounds of what a bridge takes', () => {
  for (const bounds of numberBounds) {
    const [member, rtype, least, most] = bounds;
    it(`are ${least} and ${most}: ${member} of ${rtype}`, () => {
      assertBounds(bounds, [least, most], [least - 1, most + 1]);
    });
  }

  for (const bounds of lengthBounds) {
    const [member, rtype, least, most] = bounds;
    it(`are lengths of ${least} and ${most}: ${member} of ${rtype}`, () => {
      assertBounds(bounds, [least, most], least === 0 ? [most + 1] : [least - 1, most + 1]);
    });
  }
});
