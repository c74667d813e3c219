import type { NodeAPI } from 'node-red';
import { registerNode } from '../src/runtime/node';

/** Sends the status of a bridge on change and on each input message. */
export default function register(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-status',
    whenReplaced: 'repeat',
    showsMessages: false,
    writtenProperties: ['payload', 'topic', 'status', 'sun', 'previous', 'bridge'],
    load: async () => (await import('../src/runtime/nodes/status.js')).createStatusNode,
  });
}
