import type { NodeAPI } from 'node-red';
import { registerPoll } from '../src/runtime/poll-node';

/** Tells the state of resources: on change or at every poll, and when a message asks for it. */
export default function register(RED: NodeAPI): void {
  registerPoll(RED, 'bridge-poll');
}
