import type { NodeAPI } from 'node-red';
import { registerStatus } from '../src/runtime/bridge-status-node';

/** Tells how a bridge stands: on each change, and when a message asks for it. */
export default function register(RED: NodeAPI): void {
  registerStatus(RED, 'bridge-status');
}
