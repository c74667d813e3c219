import type { NodeAPI } from 'node-red';
import { registerStatusNode } from '../src/runtime/nodes/bridge-status/bridge-status-node';

/** Sends the status of a bridge: on each change, and on each input message. */
export default function register(RED: NodeAPI): void {
  registerStatusNode(RED, 'bridge-status');
}
