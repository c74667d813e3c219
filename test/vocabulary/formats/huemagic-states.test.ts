import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import { getNestedMember } from '../../../src/resources/members';
import {
  createHueMagicState,
  diffHueMagicStates,
  formatHueMagicTime,
} from '../../../src/vocabulary/formats/huemagic/states';
import { colorLamp, id, plug, whiteLamp } from '../support/sample-resources';

const group: Resource = { type: 'grouped_light', id: id(121), on: { on: true } };

const at = new Date(2026, 10, 25, 9, 15, 18, 500);

const updated = formatHueMagicTime(at);

const device: Resource = {
  type: 'device',
  id: id(1),
  id_v1: '/lights/7',
  metadata: { name: 'Floor lamp' },
  product_data: {
    model_id: 'LCA001',
    manufacturer_name: 'Maker',
    product_name: 'Bulb',
    product_archetype: 'sultan_bulb',
    certified: true,
    software_version: '1.2.3',
  },
};

const power: Resource = {
  type: 'device_power',
  id: id(3),
  power_state: { battery_level: 63, battery_state: 'normal' },
};

describe('The state of HueMagic', () => {
  const reachability = { reachable: true, connectionStatus: 'connected' };

  const radio: Resource = { type: 'zigbee_connectivity', id: id(2), status: 'connected' };

  const sensorInfo = {
    idV1: '/lights/7',
    deviceId: id(1),
    name: 'Floor lamp',
    softwareVersion: '1.2.3',
    battery: 63,
    batteryState: 'normal',
    model: {
      id: 'LCA001',
      manufacturer: 'Maker',
      name: 'Bulb',
      type: 'sultan_bulb',
      certified: true,
    },
  };

  it('tells the time to the second, with the offset of the place', () => {
    const before = process.env['TZ'];
    try {
      for (const [zone, text] of [
        ['UTC', '2026-11-25T09:15:18+00:00'],
        ['Asia/Kolkata', '2026-11-25T14:45:18+05:30'],
        ['America/St_Johns', '2026-11-25T05:45:18-03:30'],
      ] as const) {
        process.env['TZ'] = zone;
        assert.equal(formatHueMagicTime(new Date('2026-11-25T09:15:18.500Z')), text);
      }
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('of a colour lamp', () => {
    const state = createState({
      ...colorLamp,
      color_temperature: { mirek: null },
      effects_v2: { status: { effect: 'candle' }, action: { effect_values: ['candle'] } },
      gradient: { points: [{ color: { xy: { x: 0.3, y: 0.3 } } }], points_capable: 5, mode: 'm' },
    });
    assert.deepEqual(state, {
      payload: {
        on: true,
        brightness: 50,
        brightnessLevel: 127,
        ...reachability,
        updated,
        rgb: [201, 184, 128],
        hex: 'c9b880',
        xyColor: { x: 0.4, y: 0.4 },
        color: 'tan',
        colorTemp: false,
        colorTempName: 'unknown',
        effect: 'candle',
        timedEffect: 'no_effect',
        powerUp: 'safety',
        gradient: {
          colors: [{ rgb: [184, 187, 209], hex: 'b8bbd1', xyColor: { x: 0.3, y: 0.3 } }],
          numColors: 1,
          totalColors: 5,
          mode: 'm',
        },
      },
      info: {
        id: id(11),
        idV1: '/lights/7',
        uniqueId: `${id(1)}-${id(11)}`,
        deviceId: id(1),
        name: 'Floor lamp',
        type: 'light',
        softwareVersion: '1.2.3',
        model: {
          ...sensorInfo.model,
          friendsOfHue: true,
          colorGamut: undefined,
          colorGamutType: 'C',
          effectsV2: true,
          effects: ['candle'],
          timedEffects: ['no_effect', 'sunrise'],
        },
      },
    });
  });

  for (const [mirek, name] of [
    [199, 'cold'],
    [200, 'normal'],
    [349, 'normal'],
    [350, 'warm'],
    [410, 'hot'],
  ] as const) {
    it(`calls ${mirek} mirek ${name}`, () => {
      const state = createState({ ...whiteLamp, color_temperature: { mirek } });
      assert.equal(getNestedMember(state, 'payload', 'colorTemp'), mirek);
      assert.equal(getNestedMember(state, 'payload', 'colorTempName'), name);
      assert.equal(getNestedMember(state, 'payload', 'rgb'), undefined);
    });
  }

  it('of a plug without a radio that is known', () => {
    const state = createHueMagicState({ resource: plug, owner: undefined, services: [], at });
    assert.deepEqual(state?.payload, {
      on: false,
      brightness: false,
      brightnessLevel: false,
      reachable: 'unknown',
      connectionStatus: 'unknown',
      updated,
    });
  });

  it('of a group', () => {
    const room: Resource = {
      type: 'room',
      id: id(21),
      id_v1: '/groups/3',
      metadata: { name: 'Den' },
    };
    const resource = { ...group, dimming: { brightness: 40 } };
    const state = createState(resource, { owner: room, services: [resource] });
    assert.deepEqual(state, {
      payload: { on: true, brightness: 40, brightnessLevel: 102, updated },
      info: {
        id: id(21),
        idV1: '/groups/3',
        name: 'Den',
        resources: { grouped_light: [group.id] },
        type: 'group',
      },
    });
    const home = createState(resource, { owner: { type: 'bridge_home', id: id(9) } });
    assert.equal(getNestedMember(home, 'info', 'name'), 'all');
  });

  for (const [title, resource, reading, services = [], options] of [
    [
      'a motion sensor',
      {
        type: 'motion',
        enabled: true,
        motion: { motion_report: { motion: true } },
        sensitivity: { sensitivity: 2, sensitivity_max: 4 },
      },
      { motion: true, sensitivity: 2, sensitivityMax: 4 },
    ],
    ['an older one', { type: 'motion', enabled: true, motion: { motion: true } }, { motion: true }],
    [
      'a closed contact, tampered with',
      { type: 'contact', enabled: true, contact_report: { state: 'contact', changed: 'then' } },
      { contact: 'contact', changed: 'then', tampered: true },
      [{ type: 'tamper', id: id(5), tamper_reports: [{ state: 'tampered' }] }],
    ],
    [
      'a contact that was closed again',
      { type: 'contact', enabled: true, contact_report: { state: 'contact', changed: 'then' } },
      { contact: 'contact', changed: 'then', tampered: false },
      [
        {
          type: 'tamper',
          id: id(5),
          tamper_reports: [
            { source: 'lid', state: 'not_tampered', changed: '2026-03-02T10:00:01Z' },
            { source: 'lid', state: 'tampered', changed: '2026-03-02T10:00:00Z' },
          ],
        },
      ],
    ],
    [
      'a contact that never moved',
      { type: 'contact', enabled: true },
      { contact: false, changed: false },
    ],
    [
      'a thermometer',
      { type: 'temperature', enabled: true, temperature: { temperature: 21.456 } },
      {
        celsius: 20.96,
        fahrenheit: 69.73,
        temperatureIs: 'comfortable',
        deviceValue: 21.456,
        offset: -0.5,
      },
      [],
      { offset: -0.5 },
    ],
    [
      'a light level',
      {
        type: 'light_level',
        enabled: true,
        light: { light_level_report: { light_level: 20_000 } },
      },
      { lux: 100, lightLevel: 20_000, dark: false, daylight: true, darkThreshold: 90 },
    ],
    [
      'a light level by its own threshold',
      { type: 'light_level', enabled: true, light: { light_level: 20_000 } },
      { lux: 100, lightLevel: 20_000, dark: true, daylight: false, darkThreshold: 200 },
      [],
      { darkThreshold: 200 },
    ],
  ] as const) {
    it(`of ${title}`, () => {
      const sensor = { id: id(4), ...resource };
      const state = createState(sensor, options === undefined ? {} : { options }, [...services]);
      assert.deepEqual(state, {
        payload: { active: true, ...reachability, ...reading, updated },
        info: {
          ...sensorInfo,
          id: id(4),
          uniqueId: `${id(1)}-${id(4)}`,
          type: resource.type,
        },
      });
    });
  }

  for (const [celsius, name] of [
    [-0.1, 'very cold'],
    [0, 'cold'],
    [11, 'slightly cold'],
    [16, 'comfortable'],
    [22, 'slightly warm'],
    [27, 'warm'],
    [33, 'hot'],
    [39, 'very hot'],
  ] as const) {
    it(`calls ${celsius} degrees ${name}`, () => {
      const sensor = { id: id(4), type: 'temperature', temperature: { temperature: celsius } };
      assert.equal(getNestedMember(createState(sensor), 'payload', 'temperatureIs'), name);
    });
  }

  it('of a press, a turn and a bell', () => {
    const button: Resource = { type: 'button', id: id(4), metadata: { control_id: 3 } };
    const getPayload = (resource: Resource, press: object): unknown =>
      getNestedMember(createState(resource, { press }), 'payload');
    const released = { event: 'short_release', button: 3 };
    assert.deepEqual(getPayload(button, released), {
      ...reachability,
      button: 3,
      action: 'short_release',
      updated,
      doorbell: false,
      rotation: false,
    });
    const rotation = { action: 'start', steps: -100, duration: 400 };
    assert.deepEqual(
      getPayload(
        { ...button, type: 'relative_rotary' },
        { event: 'counter_clock_wise', button: 'dial', rotation },
      ),
      {
        ...reachability,
        button: false,
        action: false,
        updated,
        doorbell: false,
        rotation: {
          action: 'start',
          direction: 'counter_clock_wise',
          clockwise: false,
          steps: 100,
          degrees: 36,
          duration: 400,
        },
      },
    );
    const bell = getPayload({ ...button, type: 'bell_button' }, released);
    assert.equal(getNestedMember(bell, 'doorbell'), true);
    const mode = { mode: 'switch_dual_rocker', mode_values: ['switch_dual_rocker'] };
    const wall = createState(button, { press: released }, [
      { type: 'switch_input_configuration', id: id(6), switch_mode: mode },
    ]);
    assert.equal(getNestedMember(wall, 'info', 'switchMode'), 'switch_dual_rocker');
    assert.equal(getNestedMember(wall, 'info', 'type'), 'button');
  });

  it('of a speaker', () => {
    const speaker: Resource = {
      type: 'speaker',
      id: id(4),
      alarm: { status: { sound: 'siren' }, sound_values: ['siren'] },
      chime: { status: { sound: 'no_sound' }, sound_values: ['bright'] },
      mute: { mute: 'mute' },
    };
    const state = createState(speaker);
    assert.deepEqual(getNestedMember(state, 'payload'), {
      ...reachability,
      muted: true,
      alarm: 'siren',
      chime: false,
      alert: false,
      updated,
      playing: true,
    });
    assert.deepEqual(getNestedMember(state, 'info', 'sounds'), {
      alarm: ['siren'],
      chime: ['bright'],
      alert: false,
    });
  });

  it('of an automation', () => {
    const automation: Resource = {
      type: 'behavior_instance',
      id: id(4),
      enabled: true,
      status: 'running',
      last_error: '',
      script_id: id(5),
      metadata: { name: 'Wake up' },
      configuration: { when: 'then' },
    };
    assert.deepEqual(createState(automation), {
      payload: { enabled: true, status: 'running', running: true, lastError: false, updated },
      info: { id: id(4), idV1: false, name: 'Wake up', type: 'automation', script: id(5) },
      configuration: { when: 'then' },
    });
  });

  it('of anything else is none', () => {
    const resource: Resource = { type: 'room', id: id(4) };
    assert.equal(createHueMagicState({ resource, owner: undefined, services: [], at }), undefined);
  });

  it('says what is different from the one before, nested as it is', () => {
    const before = { payload: { on: true, rgb: [1, 2, 3], effect: 'candle' }, info: { id: 'a' } };
    const after = { payload: { on: false, rgb: [1, 2, 4] }, info: { id: 'a' } };
    assert.deepEqual(diffHueMagicStates(before, after), {
      payload: { on: false, rgb: { 2: 4 }, effect: undefined },
    });
    assert.deepEqual(diffHueMagicStates(undefined, after), {});
  });

  function createState(
    resource: Resource,
    further: object = {},
    services: Resource[] = [],
  ): object {
    const state = createHueMagicState({
      resource,
      owner: device,
      services: [resource, radio, power, ...services],
      at,
      ...further,
    });
    assert.ok(state !== undefined);
    return state;
  }
});

const unreachable = { reachable: 'unknown', connectionStatus: 'unknown' };

const model = { id: false, manufacturer: false, name: false, type: false, certified: false };

const unknownPower = { on: false, brightness: false, brightnessLevel: false };

const info = {
  id: id(4),
  idV1: false,
  uniqueId: `${id(4)}-${id(4)}`,
  deviceId: id(4),
  name: false,
  softwareVersion: false,
};

const unpressed = { ...unreachable, button: false, action: false, updated, rotation: false };

describe('The state of HueMagic has false, or the same as HueMagic, for what a bridge does not tell', () => {
  const sensorInfo = { ...info, battery: false, batteryState: false, model };

  const buttonInfo = { ...sensorInfo, type: 'button', switchMode: false, switchModes: false };

  const createState = (resource: object, services: readonly Resource[] = []): unknown =>
    createHueMagicState({
      resource: { type: '', id: id(4), ...resource },
      owner: undefined,
      services,
      at,
    });

  for (const [resource, payload, expectedInfo, further] of [
    [
      { type: 'light' },
      { ...unknownPower, ...unreachable, updated },
      { ...info, type: 'light', model: { ...model, friendsOfHue: true } },
    ],
    [
      {
        type: 'light',
        color_temperature: {},
        effects_v2: {},
        timed_effects: {},
        powerup: {},
        gradient: { points: [{}] },
      },
      {
        ...unknownPower,
        ...unreachable,
        updated,
        colorTemp: false,
        colorTempName: 'unknown',
        effect: 'no_effect',
        timedEffect: 'no_effect',
        powerUp: false,
        gradient: { colors: [], numColors: 1, totalColors: undefined, mode: false },
      },
      {
        ...info,
        type: 'light',
        model: { ...model, friendsOfHue: true, effectsV2: true, effects: [], timedEffects: [] },
      },
    ],
    [
      { type: 'light', effects: { status: 'fire', effect_values: ['fire'] } },
      { ...unknownPower, ...unreachable, updated, effect: 'fire' },
      {
        ...info,
        type: 'light',
        model: { ...model, friendsOfHue: true, effectsV2: false, effects: ['fire'] },
      },
    ],
    [
      { type: 'grouped_light' },
      { ...unknownPower, updated },
      { id: id(4), idV1: false, name: 'all', resources: {}, type: 'group' },
    ],
    [
      { type: 'motion' },
      { active: undefined, ...unreachable, motion: false, updated },
      { ...sensorInfo, type: 'motion' },
    ],
    [
      { type: 'temperature', temperature: { temperature: 0 } },
      {
        active: undefined,
        ...unreachable,
        celsius: 0,
        fahrenheit: 32,
        temperatureIs: 'cold',
        deviceValue: 0,
        offset: 0,
        updated,
      },
      { ...sensorInfo, type: 'temperature' },
    ],
    [
      { type: 'temperature' },
      { active: undefined, ...unreachable, updated },
      { ...sensorInfo, type: 'temperature' },
    ],
    [
      { type: 'grouped_light_level' },
      { active: undefined, ...unreachable, updated },
      { ...sensorInfo, type: 'light_level' },
    ],
    [{ type: 'button' }, { ...unpressed, doorbell: false }, buttonInfo],
    [{ type: 'bell_button' }, { ...unpressed, doorbell: true }, buttonInfo],
    [
      { type: 'speaker' },
      {
        ...unreachable,
        muted: false,
        alarm: false,
        chime: false,
        alert: false,
        updated,
        playing: false,
      },
      { ...sensorInfo, type: 'speaker', sounds: { alarm: false, chime: false, alert: false } },
    ],
    [
      { type: 'behavior_instance', last_error: 'broken' },
      { enabled: false, status: false, running: false, lastError: 'broken', updated },
      { id: id(4), idV1: false, name: false, type: 'automation', script: false },
      { configuration: {} },
    ],
  ] as const) {
    it(JSON.stringify(resource), () => {
      assert.deepEqual(createState(resource), { payload, info: expectedInfo, ...further });
    });
  }

  for (const [lightLevel, lux, isDark] of [
    [19_494, 89, true],
    [19_544, 90, false],
  ] as const) {
    it(`and calls ${lux} lux ${isDark ? 'dark' : 'daylight'}`, () => {
      const resource = { type: 'light_level', light: { light_level: lightLevel } };
      assert.deepEqual(createState(resource), {
        payload: {
          active: undefined,
          ...unreachable,
          lux,
          lightLevel,
          dark: isDark,
          daylight: !isDark,
          darkThreshold: 90,
          updated,
        },
        info: { ...sensorInfo, type: 'light_level' },
      });
    });
  }

  for (const [radio, reachability] of [
    [
      { type: 'zigbee_connectivity', status: 'connectivity_issue' },
      { reachable: false, connectionStatus: 'connectivity_issue' },
    ],
    [
      { type: 'zgp_connectivity', status: 'connected' },
      { reachable: true, connectionStatus: 'connected' },
    ],
    [{ type: 'zigbee_connectivity' }, { reachable: false, connectionStatus: 'unknown' }],
  ] as const) {
    it(`and is ${JSON.stringify(reachability)} with ${JSON.stringify(radio)}`, () => {
      assert.deepEqual(createState({ type: 'motion' }, [{ id: id(5), ...radio }]), {
        payload: { active: undefined, ...reachability, motion: false, updated },
        info: { ...sensorInfo, type: 'motion' },
      });
    });
  }
});
