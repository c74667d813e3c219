import type { NodeAPI } from 'node-red';
import { registerButtonNode } from '../src/runtime/nodes/button/button-node';

/** Sends presses of buttons and bells, and rotations of dials. */
export default function register(RED: NodeAPI): void {
  registerButtonNode(RED, 'bridge-button');
}
