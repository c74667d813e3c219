import assert from 'node:assert/strict';
import { getNestedMember, parseJsonOrUndefined } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { getPlainLight } from '../../../src/resources/types/light';
import { formatEntityState } from '../../../src/vocabulary/home-assistant/entities';
import { colorLamp, id, plug, whiteLamp } from '../support/sample-resources';

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
