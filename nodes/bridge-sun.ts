import { registerSunNode } from '../src/runtime/nodes/sun/sun-node';

/** Sends whether it is between two times, or sun events with an offset. */
export default registerSunNode;
