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
  ['light', 'update', { color: { xy: { x: 1.1, y: 0 } } }, 'color.xy.x', /^a number from 0 to 1$/],
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

function expectMembers(check: BodyCheckResult): unknown {
  assert.ok(check.ok);
  return check.body.members;
}

describe('checkBody', () => {
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
