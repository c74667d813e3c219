import assert from 'node:assert/strict';
import { findLightsAffectedByWrite } from '../../../src/resources/group-lights';
import { getNestedMember, parseJsonOrUndefined } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureHome } from '../../../src/simulator/fixtures/home';
import { createFixtureId } from '../../../src/simulator/fixtures/fixture';
import {
  createEntityAnnouncement,
  createBridgeAnnouncement,
  formatEntityState,
} from '../../../src/vocabulary/home-assistant/entities';
import type {
  Announcement,
  HomeAssistantComponent,
  PublishedHome,
} from '../../../src/vocabulary/home-assistant/entities';
import { createIndex, colorLamp, id, plug, whiteLamp } from '../support/sample-resources';
import { getPlainLight } from '../../../src/resources/types/light';
import {
  findAnnouncedStateTopic,
  getCommandTopic,
  isEmptyRetainedPayload,
  isTopicPrefix,
  parseMqttTopic,
} from '../../../src/vocabulary/home-assistant/topics';
import type { TopicSettings } from '../../../src/vocabulary/home-assistant/topics';

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
    const dimlessPlug = { brightness: false, modes: ['onoff'], coldest: undefined };
    assert.deepEqual(abilities('fountain'), dimlessPlug);
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

const formatLight = (lamp: Resource, lamps: readonly Resource[] = [lamp]): unknown =>
  parseJsonOrUndefined(
    formatEntityState(
      { lightsOf: () => lamps },
      { component: 'light' },
      lamp,
      getPlainLight(lamp),
    ) ?? '',
  );

const formatSensor = (
  component: 'binary_sensor' | 'sensor' | 'switch' | 'event' | 'scene',
  type: string,
  members: object,
): unknown =>
  formatEntityState(
    { lightsOf: () => [] },
    { component },
    { type, id: id(1), ...members },
    undefined,
  );

describe('The state of an entity of Home Assistant', () => {
  it('of a lamp holds its white or its colour, and which of them counts', () => {
    assert.deepEqual(formatLight(colorLamp), {
      state: 'ON',
      brightness: 128,
      color_mode: 'color_temp',
      color_temp: 370,
      effect: 'off',
    });
  });

  it('of a lamp says which effect runs', () => {
    const lamp = {
      ...colorLamp,
      effects_v2: { action: { effect_values: ['candle'] }, status: { effect: 'candle' } },
    };
    assert.equal(getNestedMember(formatLight(lamp), 'effect'), 'candle');
  });

  it('of a plug is on or off', () => {
    assert.deepEqual(formatLight(plug), { state: 'OFF', color_mode: 'onoff' });
  });

  it('of a lamp whose power is unknown is unknown, not off', () => {
    const { on: _on, ...unlisted } = whiteLamp;
    assert.equal(getNestedMember(formatLight(unlisted), 'state'), null);
  });

  it('names no mode that its announcement does not name', () => {
    const group = {
      type: 'grouped_light',
      id: id(70),
      on: { on: true },
      dimming: { brightness: 50 },
    };
    assert.deepEqual(formatLight(group, [colorLamp, whiteLamp]), { state: 'ON', brightness: 128 });
  });

  it('of a sensor is ON, OFF or a number, and None while there is none', () => {
    const motion = (seen: boolean): object => ({
      enabled: true,
      motion: { motion_report: { motion: seen } },
    });
    assert.equal(formatSensor('binary_sensor', 'motion', motion(true)), 'ON');
    assert.equal(formatSensor('binary_sensor', 'motion', motion(false)), 'OFF');
    assert.equal(formatSensor('binary_sensor', 'motion', {}), 'None');
    assert.equal(
      formatSensor('sensor', 'device_power', { power_state: { battery_level: 84 } }),
      '84',
    );
    assert.equal(
      formatSensor('sensor', 'device_power', { power_state: { battery_state: 'low' } }),
      'None',
    );
  });

  it('of a smart scene is whether it is active', () => {
    assert.equal(formatSensor('switch', 'smart_scene', { state: 'active' }), 'ON');
    assert.equal(formatSensor('switch', 'smart_scene', { state: 'inactive' }), 'OFF');
  });

  it('is not kept of buttons and scenes', () => {
    assert.equal(formatSensor('event', 'button', {}), undefined);
    assert.equal(formatSensor('scene', 'scene', {}), undefined);
  });
});

const topics: TopicSettings = {
  prefix: 'home/lamps',
  discoveryPrefix: 'homeassistant',
  bridgeId: 'ecb5fafffe000001',
};

const ours = 'home/lamps/ecb5fafffe000001';

describe('The topics of a home', () => {
  const announcement = 'homeassistant/light/ecb5fafffe000001/x/config';

  it('name a command by the id that its announcement says', () => {
    const topic = getCommandTopic(topics, colorLamp);
    const expected = { kind: 'command', rtype: 'light', address: colorLamp.id };
    assert.deepEqual(parseMqttTopic(topic, topics), expected);
  });

  const received: readonly (readonly [topic: string, expected: object | undefined])[] = [
    [`${ours}/light/Desk lamp/set`, { kind: 'command', rtype: 'light', address: 'Desk lamp' }],
    [
      `${ours}/light/Office/Desk lamp/set`,
      { kind: 'command', rtype: 'light', address: 'Office/Desk lamp' },
    ],
    ['home/lamps/ECB5FAFFFE000001/scene/x/set', { kind: 'command', rtype: 'scene', address: 'x' }],
    ['home/lamps/status', { kind: 'status' }],
    ['homeassistant/status', { kind: 'status' }],
    ['homeassistant/status/light', { kind: 'other' }],
    ['homeassistant/light', { kind: 'other' }],
    [announcement, { kind: 'discovery', topic: announcement }],
    ['homeassistant/light/ecb5fafffe000002/x/config', { kind: 'other' }],
    ['homeassistant/light/x/config', { kind: 'other' }],
    ['homeassistant/light/ecb5fafffe000001/#/config', { kind: 'other' }],
    ['home/lamps/ecb5fafffe000002/light/x/set', { kind: 'other' }],
    [`${ours}/light/x/state`, { kind: 'other' }],
    [`${ours}/set`, undefined],
    [`${ours}/light/set`, undefined],
    ['home/light/x/set', undefined],
    ['home/lampshade/ecb5fafffe000001/light/x/set', undefined],
  ];
  for (const [topic, expected] of received) {
    it(`are distinguished: ${topic}`, () => {
      assert.deepEqual(parseMqttTopic(topic, topics), expected);
    });
  }

  it('are none of Home Assistant where nothing is announced', () => {
    const silent = { ...topics, discoveryPrefix: '' };
    assert.equal(parseMqttTopic('homeassistant/status', silent), undefined);
    assert.equal(parseMqttTopic('/status', silent), undefined);
  });

  it('of a state are taken from an announcement only for the id that is announced', () => {
    const find = (state_topic: string): string | undefined =>
      findAnnouncedStateTopic(announcement, { state_topic }, topics);
    assert.equal(find(`${ours}/light/x/state`), `${ours}/light/x/state`);
    const others = [
      'zigbee2mqtt/x',
      `${ours}/light/y/state`,
      `${ours}/light/x/set`,
      `${ours}/light/x/state/more`,
      `${ours}/+/x/state`,
      `${ours}/status`,
      `${ours}/#`,
    ];
    for (const other of others) assert.equal(find(other), undefined, other);
    assert.equal(findAnnouncedStateTopic(announcement, 'text', topics), undefined);
  });

  it('hold nothing where the payload is empty', () => {
    for (const empty of ['', null, undefined]) assert.ok(isEmptyRetainedPayload(empty));
    for (const kept of ['0', {}, [], 0, false, Buffer.from('0')])
      assert.ok(!isEmptyRetainedPayload(kept));
  });

  it('begin with what a topic may begin with', () => {
    for (const text of ['lighting-bridge', 'home/lamps', 'Zoë']) assert.ok(isTopicPrefix(text));
    for (const text of ['', '/home', 'home/', 'home//lamps', 'home/+', '#', 'my home'])
      assert.ok(!isTopicPrefix(text), text);
  });
});
