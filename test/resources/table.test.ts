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
import * as fc from 'fast-check';
import type { Resource } from '../../src/resources/resource';
import { rgbToXy } from '../../src/units/color';
import { parseLightCommand } from '../../src/vocabulary/light/command';
import { colorLamp, expectValue } from '../vocabulary/support/sample-resources';
import { toEnglish } from '../../src/resources/problems';
import { listButtonEvents } from '../../src/resources/button-events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderResourceDocs } from '../../scripts/docs/resource-docs';

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

const noWhite = { mirek: null, mirek_valid: false };

const red = { xy: { x: 0.6915, y: 0.3083 } };

describe('The plain value of a lamp', () => {
  const read = (members: object): unknown => getPlainValue({ ...colorLamp, ...members });

  it('holds either a white or a colour', () => {
    assert.deepEqual(read({}), { on: true, brightness: 50, kelvin: 2703 });
    assert.deepEqual(read({ color_temperature: noWhite, color: red }), {
      on: true,
      brightness: 50,
      color: '#ff0000',
    });
  });

  it('holds an effect with its own white or colour', () => {
    const status = { effect: 'candle', parameters: { color: red, speed: 0.5 } };
    assert.deepEqual(read({ effects: { status: 'candle' } }), {
      on: true,
      brightness: 50,
      effect: 'candle',
    });
    assert.deepEqual(read({ effects_v2: { status } }), {
      on: true,
      brightness: 50,
      effect: 'candle',
      color: '#ff0000',
    });
    assert.deepEqual(read({ effects_v2: { status: { effect: 'no_effect' } } }), read({}));
  });

  it('holds a gradient instead of a colour, in both shapes of its points', () => {
    const gradient = { colors: ['#ff0000', '#ff0000'], mode: 'interpolated_palette' };
    const value = { on: true, brightness: 50, gradient };
    for (const point of [red, { color: red }]) {
      const points = [point, point];
      assert.deepEqual(
        read({ color_temperature: noWhite, gradient: { points, mode: gradient.mode } }),
        value,
      );
    }
    assert.deepEqual(
      read({ color_temperature: noWhite, gradient: { points: [red, {}] } }),
      read({ color_temperature: noWhite }),
    );
    assert.deepEqual(read({ gradient: { points: [red, red] } }), read({}));
  });

  it('is rounded to what people read', () => {
    const value = read({ dimming: { brightness: 57.50999999999999 } });
    assert.equal(getNestedMember(value, 'brightness'), 57.51);
  });

  it('is a command that brings the lamp to the same value', () => {
    const color = fc
      .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
      .filter((rgb) => Math.max(...rgb) === 255 && Math.min(...rgb) < 128)
      .map((rgb) => ({ color_temperature: noWhite, color: { xy: rgbToXy(rgb), gamut_type: 'C' } }));
    const white = fc
      .integer({ min: 153, max: 454 })
      .map((mirek) => ({ color_temperature: { mirek, mirek_valid: true } }));
    const effect = fc
      .constantFrom('candle', 'fire')
      .map((name) => ({ effects_v2: { status: { effect: name } } }));
    const shown = fc.oneof(color, white, effect);
    const brightness = fc.integer({ min: 1, max: 10_000 }).map((number) => number / 100);
    fc.assert(
      fc.property(shown, brightness, fc.boolean(), (members, percent, isOn) => {
        const lamp: Resource = {
          ...colorLamp,
          ...members,
          on: { on: isOn },
          dimming: { brightness: percent },
        };
        const { body, warnings } = expectValue(
          parseLightCommand(getPlainValue(lamp), colorLamp, 'light'),
        );
        if (!isOn) return assert.deepEqual(body.members, { on: { on: false } });
        const action = getNestedMember(body.members, 'effects_v2', 'action');
        const result: Resource = {
          ...colorLamp,
          color_temperature: noWhite,
          ...body.members,
          ...(action === undefined ? {} : { effects_v2: { status: action } }),
        };
        assertShowsAlike(result, lamp);
        assert.ok(warnings.every((warning) => toEnglish(warning).includes('nearest')));
      }),
      { numRuns: 200 },
    );
  });
});

/** Compares colours in xy: at the green corner of a gamut, a shift by 0.0002 makes the red of a text 54 instead of 0. */
function assertShowsAlike(actual: Resource, expected: Resource): void {
  const [value, expectedValue] = [actual, expected].map((lamp) => getPlainValue(lamp));
  assert.ok(isObject(value) && isObject(expectedValue));
  const { color, ...others } = value;
  const { color: expectedColor, ...expectedOthers } = expectedValue;
  assert.deepEqual(others, expectedOthers);
  assert.equal(typeof color, typeof expectedColor);
  if (color === undefined) return;
  for (const axis of ['x', 'y']) {
    const [one, other] = [actual, expected].map((lamp) =>
      getNestedMember(lamp, 'color', 'xy', axis),
    );
    const distance = Math.abs(Number(one) - Number(other));
    assert.ok(distance < 0.005, `${axis}: ${String(one)}, not ${String(other)}`);
  }
}

describe('The plain value of a group', () => {
  const group: Resource = { type: 'grouped_light', id: 'g', on: { on: true } };
  const white = (mirek: number, isOn = true): Resource => ({
    ...colorLamp,
    on: { on: isOn },
    color_temperature: { mirek, mirek_valid: true },
  });
  const plug: Resource = { type: 'light', id: 'p', on: { on: true } };
  const colored: Resource = { ...colorLamp, color_temperature: noWhite, color: red };

  it('says the white or colour that its lit lamps share', () => {
    const warm = { on: true, kelvin: 2703 };
    assert.deepEqual(getPlainValue(group, [white(370), white(372), plug, white(200, false)]), warm);
    assert.deepEqual(getPlainValue(group, [colored, colored]), { on: true, color: '#ff0000' });
  });

  it('says none where they differ, show an effect, or are not known', () => {
    const burning = { ...white(370), effects: { status: 'fire' } };
    const running: readonly Resource[] = [burning, burning];
    for (const lights of [[], [white(370), white(300)], [white(370), colored], running])
      assert.deepEqual(getPlainValue(group, lights), { on: true });
    assert.deepEqual(getPlainValue(group), { on: true });
  });
});

const list = (type: string, members: object = {}): readonly string[] =>
  listButtonEvents({ id: 'one', type, ...members });

describe('The events of a button', () => {
  it('are those that it lists, in the usual order, with those of newer firmware behind', () => {
    const events = ['squeeze', 'long_press', 'initial_press', 'long_press', 7];
    for (const type of ['button', 'bell_button'])
      assert.deepEqual(list(type, { button: { event_values: events } }), [
        'initial_press',
        'long_press',
        'squeeze',
      ]);
  });

  it('are, where it lists none, all presses of a button and the ring of a bell', () => {
    for (const members of [{}, { button: { event_values: [] } }, { button: null }]) {
      assert.deepEqual(list('bell_button', members), ['ring']);
      const presses = list('button', members);
      assert.ok(presses.includes('double_short_release') && !presses.includes('ring'));
    }
  });

  it('are, of a bell, the ones that its sample reports and that its plain value reads', () => {
    const definition = getResourceDefinition('bell_button');
    const bell: Resource = { id: 'one', type: 'bell_button', ...definition.sample };
    assert.deepEqual(listButtonEvents(bell), ['initial_press']);
    assert.equal(definition.value?.(bell), 'initial_press');
    const { id, type, bell: inServiceDocument } = bell;
    assert.equal(definition.value?.({ id, type, bell: inServiceDocument }), 'initial_press');
  });

  it('are of a dial its directions', () => {
    assert.deepEqual(list('relative_rotary'), ['clock_wise', 'counter_clock_wise']);
  });
});

describe('docs/resources.md', () => {
  it('says what the table says; `npm run docs` writes it anew', () => {
    const page = readFileSync(join(process.cwd(), 'docs', 'resources.md'), 'utf8');
    assert.equal(page, renderResourceDocs());
  });
});
