import type { NodeAPI } from 'node-red';
import { registerPollNode } from '../src/runtime/nodes/poll/poll-node';

/** Sends the state of resources: on change or at every poll, and on each input message. */
export default function register(RED: NodeAPI): void {
  registerPollNode(RED, 'bridge-poll');
}
