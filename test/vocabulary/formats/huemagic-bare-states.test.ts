import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import {
  createHueMagicState,
  formatHueMagicTime,
} from '../../../src/vocabulary/formats/huemagic/states';
import { id } from '../support/sample-resources';

const at = new Date(2026, 10, 25, 9, 15, 18, 500);
const updated = formatHueMagicTime(at);
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
const sensorInfo = { ...info, battery: false, batteryState: false, model };
const buttonInfo = { ...sensorInfo, type: 'button', switchMode: false, switchModes: false };
const unpressed = { ...unreachable, button: false, action: false, updated, rotation: false };

const createState = (resource: object, services: readonly Resource[] = []): unknown =>
  createHueMagicState({
    resource: { type: '', id: id(4), ...resource },
    owner: undefined,
    services,
    at,
  });

describe('The state of HueMagic has false, or the same as HueMagic, for what a bridge does not tell', () => {
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
