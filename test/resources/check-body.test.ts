import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { validateWriteBody, isValidatedBody } from '../../src/resources/check-body';
import type { BodyCheckResult } from '../../src/resources/check-body';
import { getResourceDefinition, resourceTypes } from '../../src/resources/table';
import type { ResourceType } from '../../src/resources/table';
import { roomArchetypes } from '../../src/resources/types/groups';
import { toEnglish } from '../../src/resources/problems';

const device = '11111111-2222-3333-4444-555555555555';

const accepted: readonly [ResourceType, 'create' | 'update', Record<string, unknown>][] = [
  ['light', 'update', { type: 'light', mode: 'normal', on: { on: true } }],
  ['light', 'update', { dimming: { brightness: 0 }, dynamics: { duration: 6_000_000 } }],
  ['light', 'update', { effects_v2: { action: { effect: 'an_effect_of_tomorrow' } } }],
  ['light', 'update', { timed_effects: { effect: 'sunrise', duration: 1_800_000 } }],
  ['light', 'update', { powerup: { preset: 'custom', on: { mode: 'on', on: { on: true } } } }],
  ['grouped_light', 'update', { type: 'grouped_light', on: { on: false } }],
  ['room', 'create', {}],
  ['room', 'create', { children: [{ rid: device, rtype: 'device' }], metadata: { name: 'Den' } }],
  ['device_software_update', 'update', { install: { install_state: 'install' } }],
  ['zigbee_device_discovery', 'update', { action: { action_type: 'search' } }],
  ['geofence_client', 'update', { name: 'Ada', is_at_home: true }],
  ['behavior_instance', 'update', { configuration: { any: { shape: [1, null] } } }],
  ['service_group', 'update', { services: [{ rid: device, rtype: 'motion' }] }],
  ['zone', 'update', { children: [{ rid: device, rtype: 'of_a_newer_bridge' }] }],
];

function expectMembers(check: BodyCheckResult): unknown {
  assert.ok(check.ok);
  return check.body.members;
}

describe('checkBody', () => {
  const refused: readonly [
    ResourceType,
    'create' | 'update',
    unknown,
    path: string,
    expected: RegExp,
  ][] = [
    ['light', 'update', null, '', /^an object$/],
    ['light', 'update', [], '', /^an object$/],
    ['light', 'update', { dynamics: [] }, 'dynamics', /^an object$/],
    ['light', 'update', { on: true }, 'on', /^an object$/],
    ['light', 'update', { on: {} }, 'on.on', /^true or false$/],
    [
      'light',
      'update',
      { dimming: { brightness: 100.1 } },
      'dimming.brightness',
      /^a number from 0 to 100$/,
    ],
    ['light', 'update', { dimming: { brightness: Number.NaN } }, 'dimming.brightness', /^a number/],
    [
      'light',
      'update',
      { color_temperature: { mirek: 370.5 } },
      'color_temperature.mirek',
      /^a whole number from 50 to 1000$/,
    ],
    [
      'light',
      'update',
      { color: { xy: { x: 1.1, y: 0 } } },
      'color.xy.x',
      /^a number from 0 to 1$/,
    ],
    ['light', 'update', { type: 'room' }, 'type', /^"light"$/],
    ['light', 'update', { colour: {} }, 'colour', /^one of type, mode, on/],
    [
      'light',
      'update',
      { gradient: { points: [] } },
      'gradient.points',
      /^a list of 2 to 5 entries$/,
    ],
    [
      'room',
      'create',
      { children: [{ rid: '../config', rtype: 'device' }] },
      'children[0].rid',
      /^an id$/,
    ],
    [
      'room',
      'create',
      { children: [{ rid: device, rtype: '' }] },
      'children[0].rtype',
      /^text such as device/,
    ],
    [
      'room',
      'update',
      { metadata: { name: 'x'.repeat(33) } },
      'metadata.name',
      /^text of 1 to 32 characters$/,
    ],
    ['smart_scene', 'create', { metadata: { name: 'Day' } }, 'group', /^an object$/],
    [
      'smart_scene',
      'update',
      { recall: { action: 'start' } },
      'recall.action',
      /^one of activate, deactivate$/,
    ],
    ['wifi_connectivity', 'update', { status: 'connected' }, 'status', /^one of type$/],
    [
      'geolocation',
      'update',
      { latitude: 91, longitude: 0 },
      'latitude',
      /^a number from -90 to 90$/,
    ],
  ];

  for (const [rtype, operation, body] of accepted) {
    it(`lets ${operation} ${rtype} ${JSON.stringify(body)} through unchanged`, () => {
      assert.deepEqual(expectMembers(validateWriteBody(rtype, operation, body)), body);
    });
  }

  for (const [rtype, operation, body, path, expected] of refused) {
    it(`refuses ${operation} ${rtype} ${inspect(body).slice(0, 60)} at "${path}"`, () => {
      const check = validateWriteBody(rtype, operation, body);
      assert.ok(!check.ok);
      assert.equal(check.problems[0].path, path);
      assert.match(toEnglish(check.problems[0].expected), expected);
    });
  }

  it('lets every archetype of the service document through', () => {
    for (const archetype of roomArchetypes) {
      assert.ok(validateWriteBody('room', 'create', { metadata: { archetype } }).ok);
    }
  });

  it('suggests the nearest name for a slip', () => {
    const check = validateWriteBody('light', 'update', { dimmming: { brightness: 5 } });
    assert.ok(!check.ok);
    assert.equal(check.problems[0].suggestion, 'dimming');
  });

  it('refuses members that stand for the prototype, and leaves Object.prototype alone', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const check = validateWriteBody(
        'light',
        'update',
        JSON.parse(`{"${name}": {"polluted": true}}`),
      );
      assert.ok(!check.ok, name);
    }
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });

  it('lets unknown members through only when asked to', () => {
    const body = { on: { on: true }, newer_member: { any: 1 } };
    assert.equal(validateWriteBody('light', 'update', body).ok, false);
    const check = validateWriteBody('light', 'update', body, { allowUnknownFields: true });
    assert.deepEqual(expectMembers(check), body);
  });

  it('writes a body down at once, so that later changes to it are not sent', () => {
    const check = validateWriteBody('light', 'update', { on: { on: true } });
    assert.ok(check.ok);
    Object.assign(check.body.members, { dimming: { brightness: 1_000 } });
    assert.equal(check.body.text, '{"on":{"on":true}}');
  });

  it('vouches for a body of its own only, and only for what it was checked for', () => {
    const check = validateWriteBody('light', 'update', { on: { on: true } });
    assert.ok(check.ok);
    const isChecked = (
      body: object,
      rtype: ResourceType,
      operation: 'create' | 'update',
    ): boolean => isValidatedBody(body, rtype, operation);
    assert.ok(isChecked(check.body, 'light', 'update'));
    assert.ok(!isChecked(check.body, 'grouped_light', 'update'));
    assert.ok(!isChecked(check.body, 'light', 'create'));
    const derived = {};
    Object.setPrototypeOf(derived, check.body);
    assert.ok(!isChecked(derived, 'light', 'update'));
    const { rtype, operation, members } = check.body;
    assert.ok(!isChecked({ rtype, operation, members, text: '{}' }, 'light', 'update'));
  });

  it('takes the own name of every type as `type`, and no other', () => {
    for (const rtype of resourceTypes) {
      if (getResourceDefinition(rtype).update === undefined || rtype === 'geolocation') continue;
      assert.ok(validateWriteBody(rtype, 'update', { type: rtype }).ok, rtype);
      assert.ok(!validateWriteBody(rtype, 'update', { type: `${rtype}s` }).ok, rtype);
    }
  });
});

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
