import type { NodeAPI } from 'node-red';
import { registerButton } from '../src/runtime/button-node';

/** Tells what people press and turn: buttons, bells and dials. */
export default function register(RED: NodeAPI): void {
  registerButton(RED, 'bridge-button');
}
