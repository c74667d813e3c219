import { registerButtonNode } from '../src/runtime/nodes/button/button-node';

/** Sends presses of buttons and bells, and rotations of dials. */
export default registerButtonNode;
