import type { NodeAPI } from 'node-red';
import { registerSunNode } from '../src/runtime/nodes/sun/sun-node';

/** Sends whether it is between two moments of the day, or sunrise and sunset with an offset. */
export default function register(RED: NodeAPI): void {
  registerSunNode(RED, 'bridge-sun');
}
