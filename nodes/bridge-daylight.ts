import type { NodeAPI } from 'node-red';
import { registerCommandNode } from '../src/runtime/node';

/** Lamps follow the day, unless somebody else has set them. */
export default function register(RED: NodeAPI): void {
  registerCommandNode(RED, {
    type: 'bridge-daylight',
    isTargetReadOnStart: true,
    load: async () => (await import('../src/runtime/nodes/daylight.js')).createDaylightNode,
  });
}
