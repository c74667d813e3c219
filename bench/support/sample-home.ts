import { createHash } from 'node:crypto';
import type { Resource } from '../../src/resources/resource';

/** Returns a stable id for each index, in the form of a UUID. */
export function deriveRid(kind: string, index: number): string {
  const digits = createHash('sha1').update(`${kind}/${index}`).digest('hex');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `5${digits.slice(13, 16)}`];
  return [...parts, `a${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-');
}

const createLight = (index: number): Resource => ({
  id: deriveRid('light', index),
  id_v1: `/lights/${index}`,
  type: 'light',
  owner: { rid: deriveRid('device', index), rtype: 'device' },
  metadata: { name: `Lamp ${index}`, archetype: 'sultan_bulb', function: 'mixed' },
  product_data: { name: 'Colour lamp', archetype: 'sultan_bulb', function: 'mixed' },
  identify: {},
  service_id: 0,
  on: { on: true },
  dimming: { brightness: 50, min_dim_level: 0.2 },
  dimming_delta: {},
  color_temperature: {
    mirek: 370,
    mirek_valid: true,
    mirek_schema: { mirek_minimum: 153, mirek_maximum: 500 },
  },
  color_temperature_delta: {},
  color: {
    xy: { x: 0.4575, y: 0.41 },
    gamut: {
      red: { x: 0.6915, y: 0.3083 },
      green: { x: 0.17, y: 0.7 },
      blue: { x: 0.1532, y: 0.0475 },
    },
    gamut_type: 'C',
  },
  dynamics: { status: 'none', status_values: ['none', 'dynamic_palette'], speed: 0 },
  alert: { action_values: ['breathe'] },
  mode: 'normal',
  effects: { status: 'no_effect', status_values: ['no_effect', 'candle', 'fire'] },
});

const createDevice = (index: number): Resource => ({
  id: deriveRid('device', index),
  type: 'device',
  product_data: { model_id: 'M1', manufacturer_name: 'Made up', product_name: 'Colour lamp' },
  metadata: { name: `Lamp ${index}`, archetype: 'sultan_bulb' },
  services: [{ rid: deriveRid('light', index), rtype: 'light' }],
});

/** Creates a lamp with few members, and its device. */
export const createSmallLamp = (index: number): Resource[] => {
  const [rid, device] = [deriveRid('light', index), deriveRid('device', index)];
  return [
    {
      id: device,
      type: 'device',
      metadata: { name: `Lamp ${index}` },
      services: [{ rid, rtype: 'light' }],
    },
    { id: rid, type: 'light', owner: { rid: device, rtype: 'device' }, on: { on: true } },
  ];
};

const createTemperatureSensor = (index: number): Resource => ({
  id: deriveRid('temperature', index),
  type: 'temperature',
  owner: { rid: deriveRid('device', index), rtype: 'device' },
  enabled: true,
  temperature: {
    temperature: 20,
    temperature_valid: true,
    temperature_report: { changed: '2026-01-01T00:00:00.000Z', temperature: 20 },
  },
});

const listDeviceIds = (lamps: number): Resource['id'][] =>
  Array.from({ length: lamps }, (_, index) => deriveRid('device', index));

function createRoom(lamps: number): Resource[] {
  const groupedLight = { rid: deriveRid('grouped_light', 0), rtype: 'grouped_light' };
  return [
    {
      id: deriveRid('room', 0),
      type: 'room',
      metadata: { name: 'Hall', archetype: 'hallway' },
      children: listDeviceIds(lamps).map((rid) => ({ rid, rtype: 'device' })),
      services: [groupedLight],
    },
    {
      id: groupedLight.rid,
      type: 'grouped_light',
      owner: { rid: deriveRid('room', 0), rtype: 'room' },
      on: { on: true },
      dimming: { brightness: 50 },
    },
  ];
}

/** Creates one room with its lamps, and a temperature sensor beside each. */
export function createHome(lamps: number): Resource[] {
  const indexes = Array.from({ length: lamps }, (_, index) => index);
  const resources = indexes.flatMap((index) => [
    createDevice(index),
    createLight(index),
    createTemperatureSensor(index),
  ]);
  return [...createRoom(lamps), ...resources];
}
