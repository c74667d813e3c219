import { registerPollNode } from '../src/runtime/nodes/poll/poll-node';

/** Sends the state of resources: on change or at every poll, and on each input message. */
export default registerPollNode;
