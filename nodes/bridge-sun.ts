import { registerSunNode } from '../src/runtime/nodes/sun/sun-node';

/** Sends whether it is between two moments of the day, or sunrise and sunset with an offset. */
export default registerSunNode;
