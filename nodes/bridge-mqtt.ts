import type { NodeAPI } from 'node-red';
import { registerNode } from '../src/runtime/node';

/** Publishes a home at an MQTT broker, also for Home Assistant; receives commands. */
export default function register(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-mqtt',
    whenReplaced: 'continue',
    writtenProperties: ['bridge'],
    load: async () => (await import('../src/runtime/nodes/mqtt.js')).createMqttNode,
  });
}
