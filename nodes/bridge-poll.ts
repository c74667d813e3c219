import type { NodeAPI } from 'node-red';
import { registerNode } from '../src/runtime/node';

/** Sends states on change, at every poll, or on each input message. */
export default function register(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-poll',
    whenReplaced: 'repeat',
    isTargetReadOnStart: true,
    load: async () => (await import('../src/runtime/nodes/poll.js')).createPollNode,
  });
}
