import assert from 'node:assert/strict';
import { findLightsAffectedByWrite } from '../../../src/resources/group-lights';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureHome, createFixtureId } from '../../../src/simulator/fixtures';
import {
  createEntityAnnouncement,
  createBridgeAnnouncement,
} from '../../../src/vocabulary/home-assistant/entities';
import type {
  Announcement,
  HomeAssistantComponent,
  PublishedHome,
} from '../../../src/vocabulary/home-assistant/entities';
import { createIndex } from '../support/sample-resources';

const bridgeId = 'ecb5fafffe000001';
const resources = createFixtureHome(bridgeId);

function createHome(content: readonly Resource[] = resources): PublishedHome {
  const index = createIndex(content);
  return {
    index,
    topics: { prefix: 'lighting-bridge', discoveryPrefix: 'homeassistant', bridgeId },
    names: { allLights: 'All lights', dial: 'Dial', button: (number) => `Button ${number}` },
    lightsOf: (group) => findLightsAffectedByWrite(index, group),
  };
}

const home = createHome();
const find = (rid: string): Resource => {
  const found = home.index.get(rid);
  assert.ok(found, rid);
  return found;
};
const announceById = (rid: string): Announcement => {
  const announcement = createEntityAnnouncement(home, find(rid));
  assert.ok(announcement, rid);
  return announcement;
};

/** Keys of every MQTT entity. https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery */
const commonKeys =
  'name unique_id qos availability availability_mode device origin entity_category device_class';

/** Keys that the pages of the MQTT integrations document, and those that they require. */
const documentedKeys: Readonly<
  Record<HomeAssistantComponent, { required: string; optional: string }>
> = {
  light: {
    required: 'schema command_topic state_topic supported_color_modes',
    optional: 'brightness effect effect_list min_mireds max_mireds',
  },
  binary_sensor: { required: 'state_topic', optional: 'payload_on payload_off' },
  sensor: { required: 'state_topic', optional: 'unit_of_measurement state_class' },
  event: { required: 'state_topic event_types', optional: '' },
  scene: { required: 'command_topic', optional: '' },
  switch: { required: 'command_topic state_topic', optional: '' },
};

/** https://developers.home-assistant.io/docs/core/entity/, by kind of entity. */
const deviceClasses: Partial<Record<HomeAssistantComponent, string>> = {
  binary_sensor: 'motion opening tamper connectivity',
  sensor: 'temperature illuminance battery',
  event: 'button doorbell',
};

const announced = resources.flatMap((resource) => {
  if (resource.type === 'bridge')
    return [{ resource, ...createBridgeAnnouncement(home, resource) }];
  const announcement = createEntityAnnouncement(home, resource);
  return announcement === undefined ? [] : [{ resource, ...announcement }];
});

describe('What is announced of a home to Home Assistant', () => {
  it('has the keys that Home Assistant documents, all that it requires, and no other', () => {
    for (const { resource, component, config } of announced) {
      const { required, optional } = documentedKeys[component];
      const known = new Set(`${commonKeys} ${required} ${optional}`.split(' '));
      const keys = Object.keys(config);
      const unknown = keys.filter((key) => !known.has(key));
      const missing = required.split(' ').filter((key) => !keys.includes(key));
      assert.deepEqual({ unknown, missing }, { unknown: [], missing: [] }, resource.type);
    }
  });

  it('has ids and topics of their own', () => {
    for (const key of ['unique_id', 'state_topic', 'command_topic']) {
      const values = announced
        .map(({ config }) => config[key])
        .filter((value) => value !== undefined);
      assert.equal(new Set(values).size, values.length, key);
    }
  });

  it('has device classes that the kind of entity knows', () => {
    for (const { component, config } of announced) {
      const deviceClass = config['device_class'];
      if (deviceClass === undefined) continue;
      const known: readonly unknown[] = deviceClasses[component]?.split(' ') ?? [];
      assert.ok(known.includes(deviceClass), component);
    }
  });

  it('holds lamps, rooms, scenes, sensors and buttons', () => {
    const types = new Set(announced.map(({ resource }) => resource.type));
    const expected =
      'light grouped_light scene smart_scene motion light_level temperature contact tamper ' +
      'device_power button relative_rotary bell_button bridge';
    for (const type of expected.split(' ')) assert.ok(types.has(type), type);
    assert.ok(!types.has('room') && !types.has('zigbee_connectivity'));
  });

  it('says of each lamp what it can show', () => {
    const abilities = (key: string): object => {
      const { config } = announceById(createFixtureId(`light/${key}`));
      const { brightness, supported_color_modes: modes, min_mireds: coldest } = config;
      return { brightness, modes, coldest };
    };
    assert.deepEqual(abilities('living-floor'), {
      brightness: true,
      modes: ['xy', 'color_temp'],
      coldest: 153,
    });
    const white = { brightness: true, modes: ['color_temp'], coldest: 153 };
    assert.deepEqual(abilities('mirror'), white);
    const dimmable = { brightness: true, modes: ['brightness'], coldest: undefined };
    assert.deepEqual(abilities('stairs'), dimmable);
    const plug = { brightness: false, modes: ['onoff'], coldest: undefined };
    assert.deepEqual(abilities('fountain'), plug);
  });

  it('offers the effects of a lamp, and to end them', () => {
    const { config } = announceById(createFixtureId('light/living-floor'));
    const effects = config['effect_list'];
    assert.ok(Array.isArray(effects));
    assert.equal(effects[0], 'off');
    assert.ok(effects.includes('candle') && !effects.includes('no_effect'));
    assert.equal(announceById(createFixtureId('light/fountain')).config['effect'], undefined);
  });

  it('says of a room what some lamp of it can show', () => {
    const room = find(createFixtureId('room/living-room'));
    const grouped = resources.find(
      (one) => one.type === 'grouped_light' && home.index.ownerRid(one) === room.id,
    );
    const { config } = announceById(grouped?.id ?? '');
    assert.deepEqual(config['supported_color_modes'], ['xy', 'color_temp']);
    assert.equal(config['name'], null);
    assert.deepEqual(getNestedMember(config, 'device', 'name'), 'Living room');
    assert.equal(getNestedMember(config, 'device', 'suggested_area'), 'Living room');
  });

  it('shows a lamp under its device, in its room, reached through the bridge', () => {
    const { config } = announceById(createFixtureId('light/living-floor'));
    const device = String(home.index.ownerRid(find(createFixtureId('light/living-floor'))));
    assert.equal(config['name'], null);
    assert.deepEqual(getNestedMember(config, 'device', 'identifiers'), [`${bridgeId}_${device}`]);
    assert.equal(getNestedMember(config, 'device', 'name'), 'Floor lamp');
    assert.equal(getNestedMember(config, 'device', 'via_device'), bridgeId);
    const bridge = announced.find(({ resource }) => resource.type === 'bridge');
    assert.deepEqual(getNestedMember(bridge?.config, 'device', 'identifiers'), [bridgeId]);
    assert.equal(getNestedMember(bridge?.config, 'device', 'via_device'), undefined);
  });

  it('is there only while Node-RED, the bridge and the radio of the device are', () => {
    const { config } = announceById(createFixtureId('light/living-floor'));
    const device = String(home.index.ownerRid(find(createFixtureId('light/living-floor'))));
    assert.equal(config['availability_mode'], 'all');
    assert.deepEqual(config['availability'], [
      { topic: 'lighting-bridge/status' },
      { topic: `lighting-bridge/${bridgeId}/status` },
      { topic: `lighting-bridge/${bridgeId}/device/${device}/status` },
    ]);
  });

  it('names the buttons of a switch, and the events of each', () => {
    const dimmer = home.index.ownerRid(find(createFixtureId('button/living-dimmer')));
    const buttons = announced.filter(
      ({ resource }) => resource.type === 'button' && home.index.ownerRid(resource) === dimmer,
    );
    assert.deepEqual(
      buttons.map(({ config }) => config['name']),
      ['Button 1', 'Button 2', 'Button 3', 'Button 4'],
    );
    for (const { config } of buttons) {
      const events = config['event_types'];
      assert.ok(Array.isArray(events) && events.includes('short_release'));
    }
  });

  it('keeps the id of a lamp through a new name', () => {
    const rid = createFixtureId('light/living-floor');
    const device = home.index.ownerRid(find(rid));
    const renamed = createHome(
      resources.map((one) =>
        one.id === device ? { ...one, metadata: { name: 'Reading lamp' } } : one,
      ),
    );
    const after = createEntityAnnouncement(renamed, find(rid));
    assert.ok(after);
    const { config } = after;
    const before = announceById(rid).config;
    assert.equal(getNestedMember(config, 'device', 'name'), 'Reading lamp');
    for (const key of ['unique_id', 'state_topic', 'command_topic'])
      assert.equal(config[key], before[key]);
  });
});
