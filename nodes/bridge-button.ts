import type { NodeAPI } from 'node-red';
import { registerNode } from '../src/runtime/node';

/** Sends presses of buttons and bells, and rotations of dials. */
export default function register(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-button',
    whenReplaced: 'repeat',
    isTargetReadOnStart: true,
    hasInput: false,
    load: async () => (await import('../src/runtime/nodes/button.js')).createButtonNode,
  });
}
