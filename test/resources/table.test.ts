import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../src/resources/members';
import {
  getPlainValue,
  getResourceDefinition,
  isKnownResourceType,
  resourceTypes,
  sensorTypes,
} from '../../src/resources/table';
import type { HttpMethod, KnownResourceType } from '../../src/resources/table';
import { roomArchetypes } from '../../src/resources/types/groups';
import { documentedResourceTypes } from '../../src/resources/schemas';
import { allResourceOperations } from '../support/resource-operations';

/** The methods of the service document, section 4.1, written down once more by hand. */
const serviceMethods: Readonly<Record<string, readonly HttpMethod[]>> = {
  room: ['GET', 'GET', 'POST', 'PUT', 'DELETE'],
  smart_scene: ['GET', 'GET', 'POST', 'PUT', 'DELETE'],
  light: ['GET', 'GET', 'PUT'],
  light_level: ['GET', 'GET', 'PUT'],
  temperature: ['GET', 'GET', 'PUT'],
  motion: ['GET', 'GET', 'PUT'],
  motion_area_configuration: ['GET', 'GET', 'PUT'],
  motion_area_candidate: ['GET', 'GET', 'PUT'],
  security_area_motion: ['GET', 'GET', 'PUT'],
  grouped_light: ['GET', 'GET', 'PUT'],
  grouped_light_level: ['GET', 'GET', 'PUT'],
  zigbee_connectivity: ['GET', 'GET', 'PUT'],
  zigbee_device_discovery: ['GET', 'GET', 'PUT'],
  wifi_connectivity: ['GET', 'GET', 'PUT'],
  matter_fabric: ['GET', 'GET', 'PUT'],
  entertainment: ['GET', 'GET', 'PUT'],
  bell_button: ['GET', 'GET', 'PUT'],
  service_group: ['GET', 'GET', 'PUT'],
  behavior_instance: ['GET', 'GET', 'PUT'],
  behavior_script: ['GET', 'GET', 'PUT'],
  device_software_update: ['GET', 'GET', 'PUT'],
  geofence_client: ['GET', 'GET', 'PUT'],
  bridge_home: ['GET', 'GET'],
};

const serviceOperations = allResourceOperations.filter(
  ({ rtype, operation }) => getResourceDefinition(rtype).operations[operation] === 'service',
);

describe('The table of resources', () => {
  it('holds the 23 types of the service document', () => {
    const service = resourceTypes.filter(
      (rtype) => getResourceDefinition(rtype).section !== undefined,
    );
    assert.deepEqual(service, Object.keys(serviceMethods).toSorted());
  });

  for (const [rtype, methods] of Object.entries(serviceMethods)) {
    it(`gives ${rtype} the methods of the service document`, () => {
      const found = serviceOperations.filter((operation) => operation.rtype === rtype);
      assert.deepEqual(found.map(({ method }) => method).toSorted(), [...methods].toSorted());
    });
  }

  it('counts 72 operations of the service document', () => {
    assert.equal(serviceOperations.length, 72);
  });

  it('lists 40 room archetypes and 36 reference types, each once', () => {
    assert.equal(new Set(roomArchetypes).size, 40);
    assert.equal(new Set(documentedResourceTypes).size, 36);
  });

  it('has a body wherever it has POST or PUT, and nowhere else', () => {
    for (const rtype of resourceTypes) {
      const { operations, create, update } = getResourceDefinition(rtype);
      assert.equal(create !== undefined, operations.create !== undefined, `${rtype} create`);
      assert.equal(update !== undefined, operations.update !== undefined, `${rtype} update`);
    }
  });

  it('names as momentary only members that its update has', () => {
    for (const rtype of resourceTypes) {
      const { nonIdempotentMembers = [], update } = getResourceDefinition(rtype);
      const members: unknown = update !== undefined && 'entries' in update ? update.entries : {};
      for (const name of nonIdempotentMembers)
        assert.ok(isObject(members) && name in members, `${rtype}.${name}`);
    }
  });

  it('has a sample for every sensor, and a description of the plain value of each sample', () => {
    for (const rtype of resourceTypes) {
      const { sample, report } = getResourceDefinition(rtype);
      if (report !== undefined) assert.equal(isObject(sample), true, rtype);
      if (sensorTypes.includes(rtype) && rtype !== 'motion_area_configuration')
        assert.ok(sample, rtype);
      if (sample === undefined) continue;
      const resource = { type: rtype, id: 'x', ...sample };
      const { valueDescription } = getResourceDefinition(rtype);
      assert.equal(valueDescription !== undefined, getPlainValue(resource) !== undefined, rtype);
    }
  });

  it('takes every service that has `enabled` for a sensor, and no automation', () => {
    const withEnabledSample = resourceTypes.filter(
      (rtype) => getNestedMember(getResourceDefinition(rtype).sample, 'enabled') !== undefined,
    );
    assert.deepEqual(
      sensorTypes.filter((rtype) => rtype !== 'motion_area_configuration'),
      withEnabledSample.filter((rtype) => rtype !== 'behavior_instance'),
    );
    assert.ok(!sensorTypes.includes('behavior_instance'));
  });

  it('has a row for every type that the service document lists', () => {
    for (const rtype of documentedResourceTypes) assert.ok(isKnownResourceType(rtype), rtype);
  });

  it('has a plain value in the unit of the row for every sample', () => {
    const read = (rtype: KnownResourceType): unknown => {
      const { sample, unit } = getResourceDefinition(rtype);
      return [getPlainValue({ type: rtype, id: 'x', ...sample }), unit];
    };
    assert.deepEqual(read('temperature'), [20, '°C']);
    assert.deepEqual(read('light_level'), [10, 'lux']);
    assert.deepEqual(read('device_power'), [84, '%']);
    for (const rtype of resourceTypes) {
      const { sample, unit } = getResourceDefinition(rtype);
      if (sample === undefined) continue;
      const value = getPlainValue({ type: rtype, id: 'x', ...sample });
      assert.equal(typeof value === 'number', unit !== undefined, rtype);
    }
  });

  it('does not take the names of Object.prototype for types', () => {
    for (const name of ['constructor', '__proto__', 'toString', '', null, 5]) {
      assert.equal(isKnownResourceType(name), false);
    }
  });
});

describe('The plain value of a resource', () => {
  const cases: readonly [KnownResourceType, Record<string, unknown>, unknown][] = [
    ['motion', { motion: { motion: false, motion_report: { motion: true } } }, true],
    ['motion', { motion: { motion: true, motion_valid: false } }, undefined],
    ['motion', { motion: { motion_valid: false, motion_report: { motion: true } } }, undefined],
    ['motion', { enabled: false, motion: { motion_report: { motion: true } } }, undefined],
    ['motion', {}, undefined],
    ['temperature', { temperature: { temperature: 21.5, temperature_valid: true } }, 21.5],
    ['temperature', { temperature: { temperature_valid: false } }, undefined],
    ['light_level', { light: { light_level_report: { light_level: 20_000 } } }, 100],
    ['light_level', { light: { light_level: 0 } }, 0],
    ['contact', { contact_report: { state: 'no_contact' } }, true],
    ['contact', { contact_report: { state: 'contact' } }, false],
    ['contact', { enabled: false, contact_report: { state: 'contact' } }, undefined],
    ['motion_area_configuration', { enabled: false }, false],
    ['tamper', {}, undefined],
    ['tamper', { tamper_reports: [] }, false],
    ['tamper', { tamper_reports: [{ state: 'tampered' }] }, true],
    [
      'tamper',
      {
        tamper_reports: [
          { source: 'lid', state: 'not_tampered', changed: '2026-03-01T10:00:00Z' },
          { source: 'lid', state: 'not_tampered', changed: '2026-03-02T10:00:00.001Z' },
          { source: 'lid', state: 'tampered', changed: '2026-03-02T10:00:00Z' },
        ],
      },
      false,
    ],
    [
      'tamper',
      {
        tamper_reports: [
          { source: 'lid', state: 'not_tampered', changed: '2026-03-02T10:00:00Z' },
          { source: 'mount', state: 'tampered', changed: '2026-03-01T10:00:00Z' },
        ],
      },
      true,
    ],
    [
      'tamper',
      {
        tamper_reports: [
          { source: 'lid', state: 'tampered' },
          { source: 'lid', state: 'fine' },
        ],
      },
      true,
    ],
    [
      'relative_rotary',
      { relative_rotary: { last_event: { rotation: { direction: 'clock_wise', steps: 15 } } } },
      { direction: 'clock_wise', steps: 15 },
    ],
    ['temperature', { temperature: { temperature: 20.079999923706055 } }, 20.08],
    ['device_power', { power_state: { battery_level: 80 } }, 80],
    ['device_power', { power_state: { battery_state: 'low' } }, 'low'],
    [
      'speaker',
      { alarm: { status: { sound: 'no_sound' } }, chime: { status: { sound: 'ding_dong' } } },
      'ding_dong',
    ],
    ['speaker', { alarm: { status: { sound: 'no_sound' } } }, 'no_sound'],
    ['bell_button', { bell: { bell_report: { event: 'ring' } } }, 'ring'],
    ['bell_button', { button: { button_report: { event: 'initial_press' } } }, 'initial_press'],
    ['bell_button', { button: { last_event: 'repeat' } }, 'repeat'],
    [
      'button',
      { button: { button_report: { event: 'repeat' }, last_event: 'long_press' } },
      'repeat',
    ],
    ['button', { button: { last_event: 'repeat' } }, 'repeat'],
    ['device_power', { power_state: { battery_level: 80, battery_state: 'low' } }, 80],
    ['smart_scene', { state: 'active' }, 'active'],
    ['light', { on: { on: true }, dimming: { brightness: 50 } }, { on: true, brightness: 50 }],
    [
      'light',
      {
        on: { on: true },
        color_temperature: { mirek: 370 },
        color: { xy: { x: 0.6915, y: 0.3083 } },
      },
      { on: true, kelvin: 2703 },
    ],
    ['light', { on: { on: false }, color_temperature: { mirek: null } }, { on: false }],
    ['grouped_light', { on: { on: true } }, { on: true }],
    ['light', { dimming: { brightness: 50 } }, { brightness: 50 }],
    ['grouped_light', { dimming: { brightness: 58.397499999999994 } }, { brightness: 58.4 }],
  ];
  for (const [rtype, members, expected] of cases) {
    it(`of ${rtype} ${JSON.stringify(members)} is ${JSON.stringify(expected)}`, () => {
      const value = getPlainValue({ type: rtype, id: 'x', ...members });
      assert.deepEqual(value, expected);
    });
  }

  it('never throws, whatever shape a bridge sends', () => {
    const shapes: unknown[] = [null, 5, 'x', [], [null], {}, { motion: null, light: [], on: 3 }];
    for (const rtype of resourceTypes) {
      for (const shape of shapes) {
        const members = Object.fromEntries(
          ['on', 'color', 'motion', 'light', 'metadata', 'button', 'tamper_reports'].map((name) => [
            name,
            shape,
          ]),
        );
        getPlainValue({ type: rtype, id: 'x', ...members });
      }
    }
  });
});
