import type { NodeAPI } from 'node-red';
import { registerCommandNode } from '../src/runtime/node';

/** Sends readings; switches sensors and sets their sensitivity. */
export default function register(RED: NodeAPI): void {
  registerCommandNode(RED, {
    type: 'bridge-sensor',
    writtenProperties: ['topic', 'resource', 'previous', 'changed', 'device', 'readings'],
    load: async () => (await import('../src/runtime/nodes/sensor.js')).createSensorNode,
  });
}
