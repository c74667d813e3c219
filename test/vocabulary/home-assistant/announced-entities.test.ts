import assert from 'node:assert/strict';
import { findLightsAffectedByWrite } from '../../../src/resources/group-lights';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureHome } from '../../../src/simulator/fixtures/home';
import { createFixtureId } from '../../../src/simulator/fixtures/fixture';
import {
  createBridgeAnnouncement,
  createEntityAnnouncement,
} from '../../../src/vocabulary/home-assistant/entities';
import type { PublishedHome } from '../../../src/vocabulary/home-assistant/entities';
import { createIndex } from '../support/sample-resources';

const bridgeId = 'ecb5fafffe000001';

function createHome(resources: readonly Resource[]): PublishedHome {
  const index = createIndex(resources);
  return {
    index,
    topics: { prefix: 'home/lamps', discoveryPrefix: 'homeassistant', bridgeId },
    names: { allLights: 'All lights', dial: 'Dial', button: (number) => `Button ${number}` },
    lightsOf: (group) => findLightsAffectedByWrite(index, group),
  };
}

const resources = createFixtureHome(bridgeId);
const home = createHome(resources);

function announce(published: PublishedHome, resource: Resource | undefined) {
  assert.ok(resource);
  return resource.type === 'bridge'
    ? createBridgeAnnouncement(published, resource)
    : createEntityAnnouncement(published, resource);
}
const configOf = (
  published: PublishedHome,
  resource: Resource | undefined,
): Readonly<Record<string, unknown>> => announce(published, resource)?.config ?? {};

const announceFirst = (rtype: string) => announce(home, home.index.byType(rtype)[0]);

/** Members that every entity has, with values that its resource and its device give them. */
const sharedMembers: ReadonlySet<string> = new Set([
  'unique_id',
  'state_topic',
  'command_topic',
  'qos',
  'availability',
  'availability_mode',
  'device',
  'origin',
]);

const press = ['initial_press', 'short_release', 'long_press', 'repeat', 'long_release'];
const measurement = { state_class: 'measurement' };
const diagnostic = { entity_category: 'diagnostic' };

const ownMembersByType: Readonly<Record<string, readonly [component: string, members: object]>> = {
  motion: ['binary_sensor', { device_class: 'motion' }],
  contact: ['binary_sensor', { device_class: 'opening' }],
  tamper: ['binary_sensor', { device_class: 'tamper', ...diagnostic }],
  temperature: [
    'sensor',
    { device_class: 'temperature', unit_of_measurement: '°C', ...measurement },
  ],
  light_level: [
    'sensor',
    { device_class: 'illuminance', unit_of_measurement: 'lx', ...measurement },
  ],
  device_power: [
    'sensor',
    { device_class: 'battery', unit_of_measurement: '%', ...measurement, ...diagnostic },
  ],
  button: ['event', { name: 'Button 1', device_class: 'button', event_types: press }],
  relative_rotary: [
    'event',
    {
      name: 'Dial',
      device_class: 'button',
      event_types: ['clock_wise', 'counter_clock_wise'],
    },
  ],
  bell_button: ['event', { device_class: 'doorbell', event_types: ['initial_press'] }],
  scene: ['scene', { name: 'Bright' }],
  smart_scene: ['switch', { name: 'Natural light' }],
  grouped_light: [
    'light',
    {
      name: 'All lights',
      schema: 'json',
      brightness: true,
      supported_color_modes: ['xy', 'color_temp'],
      min_mireds: 50,
      max_mireds: 1000,
    },
  ],
};

describe('An entity of Home Assistant', () => {
  it('is announced whole: a lamp', () => {
    const rid = createFixtureId('light/mirror');
    const device = home.index.ownerRid(home.index.get(rid) ?? { id: '', type: 'light' }) ?? '';
    assert.deepEqual(announce(home, home.index.get(rid)), {
      component: 'light',
      config: {
        name: null,
        schema: 'json',
        brightness: true,
        supported_color_modes: ['color_temp'],
        min_mireds: 153,
        max_mireds: 454,
        effect: true,
        effect_list: ['off', 'candle', 'fire'],
        unique_id: `${bridgeId}_${rid}`,
        state_topic: `home/lamps/${bridgeId}/light/${rid}/state`,
        command_topic: `home/lamps/${bridgeId}/light/${rid}/set`,
        qos: 1,
        availability: [
          { topic: 'home/lamps/status' },
          { topic: `home/lamps/${bridgeId}/status` },
          { topic: `home/lamps/${bridgeId}/device/${device}/status` },
        ],
        availability_mode: 'all',
        device: {
          identifiers: [`${bridgeId}_${device}`],
          name: 'Mirror',
          manufacturer: 'Lighting bridge simulator',
          model: 'White bulb, warm to cold',
          model_id: 'SIM-W1',
          sw_version: '1.122.8',
          suggested_area: 'Bathroom',
          via_device: bridgeId,
        },
        origin: { name: '@lighting-bridge/node-red' },
      },
    });
  });

  it('is announced whole: the connection of the bridge', () => {
    const [bridge] = home.index.byType('bridge');
    assert.deepEqual(announce(home, bridge), {
      component: 'binary_sensor',
      config: {
        device_class: 'connectivity',
        entity_category: 'diagnostic',
        unique_id: `${bridgeId}_${bridge?.id}`,
        state_topic: `home/lamps/${bridgeId}/status`,
        payload_on: 'online',
        payload_off: 'offline',
        qos: 1,
        availability: [{ topic: 'home/lamps/status' }],
        device: {
          identifiers: [bridgeId],
          name: 'Simulated bridge',
          manufacturer: 'Lighting bridge simulator',
          model: 'Simulated bridge',
          model_id: 'BSB002',
          sw_version: '1.122.8',
        },
        origin: { name: '@lighting-bridge/node-red' },
      },
    });
  });

  for (const [rtype, [component, members]] of Object.entries(ownMembersByType)) {
    it(`has the members of its kind: ${rtype}`, () => {
      const announcement = announceFirst(rtype);
      const own = Object.entries(announcement?.config ?? {}).filter(
        ([name]) => !sharedMembers.has(name),
      );
      assert.equal(announcement?.component, component);
      assert.deepEqual(Object.fromEntries(own), members);
    });
  }

  it('takes commands where it can be turned on or set, and has a state but for a scene', () => {
    const topics = Object.fromEntries(
      Object.keys(ownMembersByType).map((rtype) => {
        const config = configOf(home, home.index.byType(rtype)[0]);
        return [
          rtype,
          [config['state_topic'] !== undefined, config['command_topic'] !== undefined],
        ];
      }),
    );
    const reports = [true, false];
    assert.deepEqual(topics, {
      ...Object.fromEntries(Object.keys(ownMembersByType).map((rtype) => [rtype, reports])),
      grouped_light: [true, true],
      smart_scene: [true, true],
      scene: [false, true],
    });
  });

  it('is shown under its room, under an area, or under the bridge for the whole home', () => {
    const deviceOf = (rtype: string): unknown => announceFirst(rtype)?.config['device'];
    const [room] = home.index.byType('room');
    const area = home.index.ownerRid(
      home.index.byType('convenience_area_motion')[0] ?? { id: '', type: '' },
    );
    assert.deepEqual(deviceOf('scene'), {
      identifiers: [`${bridgeId}_${room?.id}`],
      name: 'Living room',
      model: 'room',
      suggested_area: 'Living room',
      via_device: bridgeId,
    });
    assert.deepEqual(deviceOf('convenience_area_motion'), {
      identifiers: [`${bridgeId}_${area}`],
      name: 'Living area',
      model: 'MotionAware',
      suggested_area: 'Living room',
      via_device: bridgeId,
    });
    assert.deepEqual(deviceOf('grouped_light'), announceFirst('bridge')?.config['device']);
  });
});

describe('A MotionAware zone', () => {
  it('is one entity: its further service is none, unless it is the only one', () => {
    const byType = (rtype: string): Resource => {
      const [service] = home.index.byType(rtype);
      assert.ok(service);
      return service;
    };
    const [first, further] = ['convenience_area_motion', 'security_area_motion'].map(byType);
    assert.ok(first !== undefined && further !== undefined);
    assert.ok(createEntityAnnouncement(home, first));
    assert.equal(createEntityAnnouncement(home, further), undefined);
    const alone = createHome(resources.filter(({ id }) => id !== first.id));
    assert.ok(createEntityAnnouncement(alone, further));
  });
});

describe('An entity of a home that says little', () => {
  const refer = (rtype: string, rid: string): object => ({ rtype, rid });
  const owner = refer('device', 'd');

  it('is named by its id, under a device named by its id', () => {
    const light: Resource = { id: 'l', type: 'light', owner, on: { on: true } };
    const device: Resource = {
      id: 'd',
      type: 'device',
      services: [refer('light', 'l'), refer('light', 'm')],
    };
    const config = configOf(createHome([light, device]), light);
    assert.deepEqual(
      [config['name'], config['brightness'], config['supported_color_modes'], config['device']],
      [null, false, ['onoff'], { identifiers: [`${bridgeId}_d`], name: 'd', via_device: bridgeId }],
    );
    const scene: Resource = { id: 's', type: 'scene' };
    assert.equal(configOf(createHome([scene]), scene)['name'], 's');
  });

  it('is shown under the id of the bridge while the bridge is not known', () => {
    const scene: Resource = { id: 's', type: 'scene' };
    assert.deepEqual(configOf(createHome([scene]), scene)['device'], {
      identifiers: [bridgeId],
      name: bridgeId,
    });
  });

  it('is a lamp of its own name where its device has several', () => {
    const light: Resource = { id: 'l', type: 'light', owner, metadata: { name: 'Left' } };
    const nameAmong = (count: number): unknown => {
      const services = Array.from({ length: count }, () => refer('light', 'l'));
      const device: Resource = { id: 'd', type: 'device', services };
      return configOf(createHome([light, device]), light)['name'];
    };
    assert.deepEqual([nameAmong(1), nameAmong(2)], [null, 'Left']);
  });

  it('is the first button where the switch does not number it, and none for an empty group', () => {
    const button: Resource = { id: 'b', type: 'button' };
    assert.equal(configOf(createHome([button]), button)['name'], 'Button 1');
    const numbered: Resource = { ...button, metadata: { control_id: 3 } };
    assert.equal(configOf(createHome([numbered]), numbered)['name'], 'Button 3');
    const group: Resource = { id: 'g', type: 'grouped_light' };
    assert.equal(announce(createHome([group]), group), undefined);
  });
});
