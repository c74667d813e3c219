import { registerStatusNode } from '../src/runtime/nodes/bridge-status/bridge-status-node';

/** Sends the status of a bridge on change and on each input message. */
export default registerStatusNode;
