import type { NodeAPI } from 'node-red';
import { registerNode } from '../src/runtime/node';

/** Sends whether it is between two times, or sun events with an offset. */
export default function register(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-sun',
    whenReplaced: 'repeat',
    showsMessages: false,
    writtenProperties: ['payload', 'topic', 'sun', 'bridge'],
    load: async () => (await import('../src/runtime/nodes/sun.js')).createSunNode,
  });
}
