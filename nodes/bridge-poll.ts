import { registerPollNode } from '../src/runtime/nodes/poll/poll-node';

/** Sends states on change, at every poll, or on each input message. */
export default registerPollNode;
