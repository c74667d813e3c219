import type { LampChange } from './lamp-change';

/** What Zigbee2MQTT runs to translate messages for lamps. */
export const zigbee2mqttPackage = 'zigbee-herdsman-converters@26.112.0';

/**
 * Messages, what its converters of a lamp with all abilities make of them, and why the light node does something else.
 */
export const zigbee2mqttCommands: readonly (readonly [
  message: object,
  theirs: LampChange,
  reason?: string,
])[] = [
  [{ state: 'ON' }, { on: true }],
  [{ state: 'OFF' }, { on: false }],
  [{ state: 'TOGGLE' }, { on: 'toggle' }],
  [{ brightness: 127 }, { on: true, level: 127 }],
];
