import type { NodeAPI } from 'node-red';
import { registerCommandNode } from '../src/runtime/node';

/** Sets a lamp, or lamps of a room, zone or home as one. */
export default function register(RED: NodeAPI): void {
  registerCommandNode(RED, {
    type: 'bridge-light',
    load: async () => (await import('../src/runtime/nodes/light.js')).createLightNode,
  });
}
