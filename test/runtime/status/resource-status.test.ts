import assert from 'node:assert/strict';
import {
  chooseResourceStatus,
  chooseStatusOfSeveralResources,
} from '../../../src/runtime/resource-status';
import type { NodeStatusContent } from '../../../src/runtime/status';
import { createStateCache } from '../../bridge/support/stored-resources';

const device = { rid: 'device', rtype: 'device' };

/** A status as one text: colour, shape, key of the text and its values. */
const format = ({ fill, shape, text }: NodeStatusContent): string => {
  const { key, values = {} } = typeof text === 'function' ? text() : text;
  return [fill, shape, key, ...Object.values(values)].join(' ');
};

describe('The status of a resource', () => {
  for (const [type, members, status] of [
    ['light', { on: { on: true } }, 'green dot on'],
    ['light', { on: { on: true }, dimming: { brightness: 40.6 } }, 'green dot brightness 41'],
    ['light', { on: { on: false }, dimming: { brightness: 40 } }, 'grey dot off'],
    ['light', {}, 'green dot read'],
    ['grouped_light', { on: { on: false } }, 'grey dot off'],
    ['grouped_light', { on: { on: true } }, 'green dot on'],
    ['motion', { enabled: true, motion: { motion_report: { motion: true } } }, 'green dot motion'],
    [
      'motion',
      { enabled: true, motion: { motion_report: { motion: false } } },
      'grey dot noMotion',
    ],
    ['motion', { enabled: false }, 'grey ring disabled'],
    [
      'temperature',
      { enabled: true, temperature: { temperature_report: { temperature: 21.34 } } },
      'green dot measurement 21.3 °C',
    ],
    ['device_power', { power_state: { battery_level: 64.4 } }, 'green dot measurement 64 %'],
    ['behavior_instance', { enabled: true, status: 'running' }, 'green dot running'],
    ['behavior_instance', { enabled: true, status: 'errored' }, 'red dot errored'],
    ['behavior_instance', { enabled: true, status: 'initializing' }, 'green dot enabled'],
    ['behavior_instance', { enabled: false, status: 'errored' }, 'grey ring disabled'],
    ['smart_scene', { state: 'active' }, 'green dot active'],
    ['smart_scene', { state: 'inactive' }, 'grey dot inactive'],
    ['scene', { status: { active: 'static' } }, 'green dot active'],
    ['scene', { status: { active: 'inactive' } }, 'grey dot inactive'],
    ['room', { children: [] }, 'grey dot noScene'],
  ] as const) {
    it(`is “${status}” for a ${type} with ${JSON.stringify(members)}`, () => {
      const resource = { id: 'resource', type, owner: device, ...members };
      assert.equal(format(chooseResourceStatus(createStateCache([resource]), resource)), status);
    });
  }

  it('is yellow while its device is unreachable, and names the active scene of a room', () => {
    const light = { id: 'light', type: 'light', owner: device, on: { on: true } };
    const radio = { id: 'radio', type: 'zigbee_connectivity', owner: device };
    const owner = { id: 'device', type: 'device', services: [{ rid: 'radio', rtype: radio.type }] };
    const room = { id: 'room', type: 'room', children: [] };
    const scene = {
      id: 'scene',
      type: 'scene',
      group: { rid: 'room', rtype: 'room' },
      metadata: { name: 'Relax' },
      status: { active: 'static' },
    };
    const unreachable = { ...radio, status: 'connectivity_issue' };
    const stateCache = createStateCache([light, owner, unreachable, room, scene]);
    assert.equal(format(chooseResourceStatus(stateCache, light)), 'yellow dot unreachable');
    assert.equal(format(chooseResourceStatus(stateCache, room)), 'green dot value Relax');
  });

  it('counts of several those that are on; it is red once all are deleted', () => {
    const lit = { id: 'lit', type: 'light', on: { on: true } };
    const dark = { id: 'dark', type: 'light', on: { on: false } };
    const stateCache = createStateCache([lit, dark]);
    for (const [resources, status] of [
      [[lit, dark, undefined], 'green dot onCount 1 3'],
      [[dark, undefined], 'grey dot onCount 0 2'],
      [[undefined, undefined], 'red ring gone'],
    ] as const)
      assert.equal(format(chooseStatusOfSeveralResources(stateCache, resources)), status);
  });
});
